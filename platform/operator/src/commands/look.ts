import { once } from 'node:events'
import { Refusal } from '@platform/base/errors/refusal'
import { type NumberedEntry, readAuditLog } from '@platform/site/audit/audit-log'
import { followAuditLog } from '@platform/site/audit/follow-audit-log'
import type { Actor } from '@platform/site/model/audit-entry'
import { ABOVE } from '@platform/site/model/health-figures'
import { type CompositionHealth, readHealth } from '@platform/site/queries/read-health'
import { readStatus } from '@platform/site/queries/read-status'
import { type CommandContext, defineCommand, parseCount, parseDuration } from '../command/command'
import { type Diagnosis, diagnose } from '../doctor/diagnose'
import { formatOrigin, formatStatus, formatVisits } from '../format/format-status'
import { printable, second } from '../format/printable'

const DEFAULT_ENTRIES = 50
const ALTERED = 2
const FOUND = { warning: 1, problem: 2 }

export const lookCommands = {
  status: defineCommand({
    options: { json: true },
    does: 'what is live, kept and waiting, and the settings',
    async run(_args, { json }, { store, print }) {
      const found = await readStatus(store)
      print(json ? JSON.stringify(found, null, 2) : formatStatus(found))
    },
  }),

  health: defineCommand({
    options: { package: '<name>', since: '1h', json: true },
    does: 'what visitors met: failures, vitals, what worked and how well, by composition',
    async run(_args, { package: name, since, json }, { store, print }) {
      const sinceMs = since === undefined ? undefined : parseDuration(since)
      const found = await readHealth(store, { package: name, ...(sinceMs !== undefined && { sinceMs }) })
      print(json ? JSON.stringify(found, null, 2) : found.flatMap(formatHealth).join('\n') || 'Nothing is live yet')
    },
  }),

  log: defineCommand({
    options: { package: '<name>', limit: '<n>', json: true, follow: true, after: '<line|digest>' },
    does: 'who did what and why, the latest first; checks the chain. --follow prints entries as they are kept, for a copy',
    async run(_args, values, context) {
      const { store, print } = context
      if (values.follow) return follow(context, values.after)
      if (values.after !== undefined) throw new Refusal('--after belongs to --follow')
      const { entries, alteration } = await readAuditLog(store.audit)
      const wanted = entries.filter(({ packages }) => !values.package || packages.includes(values.package)).reverse()
      const shown = wanted.slice(0, values.limit === undefined ? DEFAULT_ENTRIES : parseCount(values.limit))
      const answer = { entries: shown, alteration: alteration ?? null }
      print(
        values.json ? JSON.stringify(answer, null, 2) : shown.flatMap(formatEntry).join('\n') || 'Nothing was done yet',
      )
      if (alteration) throw new Refusal(`${alteration}. Compare it with a copy of the record.`, { exitCode: ALTERED })
      if (values.json) return
      const older = wanted.length - shown.length
      const more = older > 0 ? `, ${older} older ones not shown (--limit)` : ''
      print(`${wanted.length} entries${more}; the chain of all is whole`)
    },
  }),

  doctor: defineCommand({
    options: { json: true },
    does: 'what is not well, and what to do; ends with 1 for a warning, 2 for a problem',
    async run(_args, { json }, context) {
      const found = await diagnose({ ...context, needsKeys: context.registry !== undefined })
      if (json) context.print(JSON.stringify(found, null, 2))
      const [worst] = found.findings
      const text = formatDiagnosis(found)
      if (worst) throw new Refusal(json ? `${worst.code}: ${worst.what}` : text, { exitCode: FOUND[worst.level] })
      if (!json) context.print(text)
    },
  }),
}

async function follow({ store, print, warn }: CommandContext, after = '0'): Promise<void> {
  if (!/^(?:\d{1,9}|[0-9a-f]{64})$/.test(after)) throw new Refusal(`"${after}" is neither a line nor an entry's digest`)
  const stop = new AbortController()
  void Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]).then(() => stop.abort())
  const alteration = await followAuditLog(store.audit, { after, print, warn, signal: stop.signal })
  if (alteration) throw new Refusal(`${alteration}. Compare it with what was followed so far.`, { exitCode: ALTERED })
}

function formatHealth(found: CompositionHealth): string[] {
  const { number, role, documents, visits, failures, addresses, failing, vitals } = found
  const rate = documents > 0 ? ` (${((failures / documents) * 100).toFixed(2)} %)` : ''
  const measured = Object.entries(vitals).map(([name, value]) => `${name} ${value === ABOVE ? 'worse' : `≤ ${value}`}`)
  return [
    `Composition ${number}, ${role}: ${documents} documents, ${failures} failures${rate} from ${addresses} addresses`,
    `  ${formatVisits(visits)}`,
    ...failing.map((it) => {
      const [release, kind] = [`${it.package}@${it.release}`.padEnd(32), it.kind.padEnd(16)]
      return `  ${release} ${kind} ${it.count} from ${it.addresses}  ${it.location}`
    }),
    ...(measured.length > 0 ? [`  three of four visits: ${measured.join(', ')}`] : []),
  ]
}

function formatDiagnosis({ findings, origins, beforeLaunch }: Diagnosis): string {
  const lines = findings.flatMap(({ code, level, what, todo }) => [
    `${level.padEnd(7)} ${code}: ${printable(what.replaceAll('\n', ' '))}`,
    `        ${printable(todo)}`,
  ])
  return [
    ...(lines.length > 0 ? lines : [beforeLaunch.length > 0 ? 'Nothing is wrong with this trial shop' : 'All is well']),
    ...(beforeLaunch.length > 0 ? ['Before launch:', ...beforeLaunch.map((what) => `  - ${printable(what)}`)] : []),
    ...(origins ? ['Origins:', ...(origins.length > 0 ? origins.map(formatOrigin) : ['  none'])] : []),
  ].join('\n')
}

function formatEntry(entry: NumberedEntry): string[] {
  const { line, at, actor, action, target, before, after, reason, refusal, key, isIntent } = entry
  const change = isIntent ? 'begun, and cut off before its outcome was written' : changeOf(before, after)
  const outcome = refusal === undefined ? change : 'refused'
  const head = [
    `${second(at)}  ${line}`,
    // An undo needs no key, so an attacker with the log could claim it.
    nameActor(actor) + (key || actor.kind === 'origin' ? '' : ' (not signed)'),
    [action, target].filter(Boolean).join(' '),
  ]
  return [
    printable(`${head.join('  ')}${outcome && `  ${outcome}`}`),
    ...(reason ? [`    because ${printable(reason)}`] : []),
    ...(refusal ?? '').split('\n').flatMap((text) => (text ? [`    ${printable(text)}`] : [])),
  ]
}

type State = Record<string, unknown> | undefined

function changeOf(before: State, after: State): string {
  if (typeof after?.release === 'string') return `→ ${after.release}`
  if (after?.composition === before?.composition) return ''
  return `composition ${before?.composition ?? 'none'} → ${after?.composition ?? 'none'}`
}

/** `ada on build-1`, `ada by CI (acme/catalog, run 4711)`, `the origin web-1`. */
function nameActor({ kind, name, host, run }: Actor): string {
  if (kind === 'origin') return `the origin${host ? ` ${host}` : ''}`
  if (kind === 'ci') return `${name} by CI${run ? ` (${run})` : ''}`
  if (kind === 'console') return `${name} in the console`
  return host ? `${name} on ${host}` : name
}
