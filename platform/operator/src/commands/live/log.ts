import { once } from 'node:events'
import { Refusal } from '@platform/base/errors/refusal'
import { readAuditTrail } from '@platform/site/audit/audit-log'
import { followAuditLog } from '@platform/site/audit/follow-audit-log'
import { type CommandContext, defineCommand, parseCount } from '../../command/command'
import { formatRecord } from '../../format/format-record'

/** As many as fit a screen or two. */
const SHOWN = 50
/** Of a record that was altered, so that a script can tell it from a command that failed. */
const ALTERED = 2

export const log = defineCommand({
  usage: [
    'site log [--package <name>] [--limit <n>] [--json]   who did what and why, the latest first; checks the chain',
    'site log --follow [--after <line|digest>]   every entry as it is kept, one a line, as they come: for a copy elsewhere',
  ],
  options: {
    package: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
    follow: { type: 'boolean' },
    after: { type: 'string' },
  },
  async run({ values }, context) {
    const { store, print } = context
    if (values.follow) return follow(context, values.after)
    if (values.after !== undefined) throw new Refusal('--after belongs to --follow')
    const { entries, alteration } = await readAuditTrail(store.audit)
    const wanted = entries.filter(({ packages }) => !values.package || packages.includes(values.package)).reverse()
    const shown = wanted.slice(0, values.limit === undefined ? SHOWN : parseCount(values.limit))
    print(
      values.json ? JSON.stringify({ entries: shown, alteration: alteration ?? null }, null, 2) : formatRecord(shown),
    )
    if (alteration) throw new Refusal(`${alteration}. Compare it with a copy of the record.`, { exitCode: ALTERED })
    if (!values.json) print(`${wanted.length} entries${more(wanted.length - shown.length)}; the chain of all is whole`)
  },
})

async function follow({ store, print, warn }: CommandContext, after = '0'): Promise<void> {
  if (!/^(?:\d{1,9}|[0-9a-f]{64})$/.test(after)) throw new Refusal(`"${after}" is neither a line nor an entry's digest`)
  const stop = new AbortController()
  void Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]).then(() => stop.abort())
  const alteration = await followAuditLog(store.audit, { after, print, warn, signal: stop.signal })
  if (alteration) throw new Refusal(`${alteration}. Compare it with what was followed so far.`, { exitCode: ALTERED })
}

function more(count: number): string {
  return count > 0 ? `, ${count} older ones not shown (--limit)` : ''
}
