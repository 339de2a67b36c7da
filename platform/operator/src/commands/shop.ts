import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'
import type { WebhookReport } from '@site/api/admin'
import { audited, defineCommand, defineShopCommand, type Values, withReason } from '../command/command'

const nextNumbers = { receipt: 'R-000042', 'credit-note': 'C-000007' } as const

export const shopCommands = {
  'payments webhooks': defineCommand({
    options: { create: true, json: true },
    does: 'how both providers report to this shop; --create makes or completes what is missing',
    async run(_args, { create, json }, { admin, api, print }) {
      if (!api.providers) {
        throw new Refusal('This environment has no keys of the providers: the sandbox reports by itself.')
      }
      const found = await admin({ do: 'webhooks', ...(create && { isCreating: true as const }) })
      print(json ? JSON.stringify(found, null, 2) : formatWebhooks(found))
    },
  }),

  'desk reset': defineCommand({
    args: ['<address>'],
    options: withReason,
    does: 'a new second factor for a person of the desk whose phone is lost',
    reads: 'live',
    async run([email], { reason }, context) {
      const reset = () => context.admin({ do: 'reset-staff', email })
      context.print(await audited(context, { action: 'desk reset', target: email, reason }, reset))
    },
  }),

  backup: defineShopCommand({
    args: ['<file>'],
    does: 'the embedded database as one file; the shop stays open',
    async run([file], _values, { admin, print }) {
      print(await admin({ do: 'backup', file: path.resolve(file) }))
    },
  }),

  numbers: defineShopCommand({
    options: nextNumbers,
    does: 'the next numbers of papers, where an older database is in place',
    async run(_args, values, { admin, print }) {
      print(await admin({ do: 'numbers', ...numbersOf(values) }))
    },
  }),

  restore: defineShopCommand({
    args: ['<file>'],
    options: nextNumbers,
    does: 'puts a backup in place; the shop must be stopped',
    async run([file], values, { api: { dataDir }, print }) {
      // Lazy: loads the database libraries.
      const { restoreBackup } = await import('@site/api/admin')
      print(await restoreBackup({ dataDir, file: path.resolve(file), ...numbersOf(values) }))
    },
  }),
}

function numbersOf({ receipt, 'credit-note': creditNote }: Values<typeof nextNumbers>) {
  return { ...(receipt && { receipt }), ...(creditNote && { creditNote }) }
}

const states: Readonly<Record<WebhookReport['state'], string>> = {
  right: 'right',
  missing: 'missing: it does not report here',
  incomplete: 'incomplete',
  off: 'switched off there',
  unverified: "its events are refused here: they are checked by another webhook's id",
}

function formatWebhooks(found: readonly WebhookReport[]): string {
  const lines = found.flatMap(({ provider, url, state, missing, isChanged, settings }) => [
    `${provider.padEnd(6)}  ${isChanged ? 'set up' : states[state]}  ${url}`,
    ...missing.map((name) => `        without ${name}`),
    ...Object.entries(settings).map(
      ([name, value]) => `        set ${name}=${value} on every origin, and start it again`,
    ),
  ])
  const isToComplete = found.some(({ state, missing }) => missing.length > 0 || state === 'off')
  const todo = isToComplete ? ['Say "site payments webhooks --create" to set up what is missing.'] : []
  return [...lines, ...todo].join('\n')
}
