import { Refusal } from '@platform/base/errors/refusal'
import { defineCommand } from '../../command/command'
import { formatWebhooks } from '../../orders/format-webhooks'

export const payments = defineCommand({
  usage: [
    'site payments webhooks [--create] [--json]   how both providers report to this shop; makes or completes what is missing',
  ],
  options: { create: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ values, positionals }, { admin, api, print }) {
    if (positionals.join(' ') !== 'webhooks') throw new Refusal('Say "site payments webhooks [--create]".')
    if (!api.providers)
      throw new Refusal('This environment has no keys of the providers: the sandbox reports by itself.')
    const found = await admin({ do: 'webhooks', ...(values.create && { isCreating: true as const }) })
    print(values.json ? JSON.stringify(found, null, 2) : formatWebhooks(found))
  },
})
