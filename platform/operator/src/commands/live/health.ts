import { ABOVE } from '@platform/site/model/vitals'
import { type CompositionHealth, readHealth } from '@platform/site/queries/read-health'
import { defineCommand, parseDuration } from '../../command/command'
import { formatVisits } from '../../format/format-visits'

const usage = [
  'site health [--package <name>] [--since 1h] [--json]   what visitors met: failures, vitals, what worked and how well, by composition',
]

export const health = defineCommand({
  usage,
  options: { package: { type: 'string' }, since: { type: 'string' }, json: { type: 'boolean' } },
  async run({ values }, { store, print }) {
    const sinceMs = values.since === undefined ? undefined : parseDuration(values.since)
    const found = await readHealth(store, { package: values.package, ...(sinceMs !== undefined && { sinceMs }) })
    if (values.json) return print(JSON.stringify(found, null, 2))
    print(found.flatMap(formatHealth).join('\n') || 'Nothing is live yet')
  },
})

const PERCENT = 100

function formatHealth({
  number,
  role,
  documents,
  visits,
  failures,
  addresses,
  failing,
  vitals,
}: CompositionHealth): string[] {
  const rate = documents > 0 ? ` (${((failures / documents) * PERCENT).toFixed(2)} %)` : ''
  const measured = Object.entries(vitals).map(([name, value]) => `${name} ${value === ABOVE ? 'worse' : `≤ ${value}`}`)
  return [
    `Composition ${number}, ${role}: ${documents} documents, ${failures} failures${rate} from ${addresses} addresses`,
    `  ${formatVisits(visits)}`,
    ...failing.map(
      (it) =>
        `  ${`${it.package}@${it.release}`.padEnd(32)} ${it.kind.padEnd(16)} ${it.count} from ${it.addresses}  ${it.location}`,
    ),
    ...(measured.length > 0 ? [`  three of four visits: ${measured.join(', ')}`] : []),
  ]
}
