import { readStatus } from '@platform/site/queries/read-status'
import { defineCommand } from '../../command/command'
import { formatStatus } from '../../format/format-status'

export const status = defineCommand({
  usage: ['site status [--json]                     what is live, kept and waiting, and the settings'],
  options: { json: { type: 'boolean' } },
  async run({ values }, { store, print }) {
    const found = await readStatus(store)
    print(values.json ? JSON.stringify(found, null, 2) : formatStatus(found))
  },
})
