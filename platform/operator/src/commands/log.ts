import { Refusal } from '@platform/base/errors/refusal'
import { readAuditTrail } from '@platform/site/audit/audit-log'
import { defineCommand, parseCount } from '../command/command'
import { formatRecord } from '../format/format-record'

/** As many as fit a screen or two. */
const SHOWN = 50
/** Of a record that was altered, so that a script can tell it from a command that failed. */
const ALTERED = 2

export const log = defineCommand({
  usage: [
    'site log [--package <name>] [--limit <n>] [--json]   who did what and why, the latest first; checks the chain',
  ],
  options: { package: { type: 'string' }, limit: { type: 'string' }, json: { type: 'boolean' } },
  async run({ values }, { store, print }) {
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

function more(count: number): string {
  return count > 0 ? `, ${count} older ones not shown (--limit)` : ''
}
