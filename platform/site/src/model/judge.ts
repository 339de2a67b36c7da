import { type Failure, type HealthFigures, MINUTE_MS, minuteOf } from './health-figures'
import type { Pointer } from './pointer'
import { evidenceAfter, evidenceAgainst, type Interval, isEnough, type Pair } from './sequential-test'

/** How long what has just become live is on probation. */
export const PROBATION_MS = 10 * 60_000
/** What was live before is judged by its last hour. */
export const BASELINE_MS = 60 * 60_000

/** What has to be undone, and why, for the audit log. */
export type Judgement = { action: 'drop canary' | 'roll back'; composition: number; reason: string }

/**
 * Whether what visitors meet is so much worse than before that nobody waits for a person; `undefined`: it is not. A hold
 * keeps anything new from becoming live, not what fails from being taken back.
 */
export function judge(pointer: Pointer, figures: HealthFigures, now: number): Judgement | undefined {
  return pointer.canary ? judgeCanary(pointer, pointer.canary, figures, now) : judgeProbation(pointer, figures, now)
}

function judgeCanary(
  { live }: Pointer,
  { composition, startedAt }: NonNullable<Pointer['canary']>,
  figures: HealthFigures,
  now: number,
): Judgement | undefined {
  const since = Date.parse(startedAt)
  const tried = within(figures, composition, since, now)
  const stable = within(figures, live, since, now)
  const minutes = [...new Set([...tried.minutes.keys(), ...stable.minutes.keys()])].sort((a, b) => a - b)
  const pairs: Pair[] = minutes.map((minute) => ({
    tried: tried.minutes.get(minute) ?? { documents: 0, failures: 0 },
    stable: stable.minutes.get(minute) ?? { documents: 0, failures: 0 },
  }))
  const evidence = evidenceAgainst(pairs)
  if (!isEnough(evidence, tried.all, tried.addresses)) return undefined
  return { action: 'drop canary', composition, reason: explain(composition, tried, live, stable, evidence) }
}

/** Only what was never live before is on probation: whoever goes back knows what they go back to. */
function judgeProbation(
  { live, since, history, lastLive }: Pointer,
  figures: HealthFigures,
  now: number,
): Judgement | undefined {
  const [former] = history
  if (former === undefined || since === undefined || lastLive?.[live] !== undefined) return undefined
  const start = Date.parse(since)
  if (now - start > PROBATION_MS) return undefined
  const fresh = within(figures, live, start, now)
  const before = within(figures, former, start - BASELINE_MS, start)
  const evidence = evidenceAfter(fresh.all, before.all)
  if (!isEnough(evidence, fresh.all, fresh.addresses)) return undefined
  return { action: 'roll back', composition: live, reason: explain(live, fresh, former, before, evidence) }
}

type Seen = { all: Interval; minutes: Map<number, Interval>; addresses: number; failures: Failure[] }

function within({ documents, failures }: HealthFigures, composition: number, from: number, to: number): Seen {
  const minutes = new Map<number, Interval>()
  const at = (minute: number) => {
    const known = minutes.get(minute) ?? { documents: 0, failures: 0 }
    minutes.set(minute, known)
    return known
  }
  const all = { documents: 0, failures: 0 }
  for (const it of documents) {
    if (it.composition !== composition || (it.minute + 1) * MINUTE_MS <= from || it.minute * MINUTE_MS > to) continue
    at(it.minute).documents += it.documents
    all.documents += it.documents
  }
  const met = failures.filter((it) => it.composition === composition && it.at >= from && it.at <= to)
  for (const failure of met) at(minuteOf(failure.at)).failures += 1
  all.failures = met.length
  return { all, minutes, failures: met, addresses: new Set(met.map(({ address }) => address)).size }
}

function explain(tried: number, seen: Seen, stable: number, compared: Seen, evidence: number): string {
  const odds = evidence >= 1e9 ? 'more than a billion' : Math.floor(evidence).toLocaleString('en-GB')
  const [worst] = countBy(
    seen.failures,
    (it) => `${it.package}@${it.release} (${it.kind}${it.location && ` at ${it.location}`})`,
  )
  return (
    `${seen.all.failures} failures in ${seen.all.documents} documents of composition ${tried} from ${seen.addresses} ` +
    `addresses, ${compared.all.failures} in ${compared.all.documents} of composition ${stable}; odds ${odds} to 1` +
    (worst ? `; most often ${worst[0]}` : '')
  )
}

/** How often each, the most frequent first. */
export function countBy<T>(values: readonly T[], keyOf: (value: T) => string): [string, number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}
