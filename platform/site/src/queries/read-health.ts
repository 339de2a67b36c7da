import { groupBy } from '@platform/base/collections/collections'
import { readComposition } from '@platform/compose/composition/composition'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import {
  addVisits,
  type Failure,
  type FailureOrigin,
  type HealthFigures,
  noVisits,
  type Signal,
  seventyFifth,
} from '../model/health-figures'
import type { Site } from '../site/site'

export type FailureCount = FailureOrigin & { count: number; addresses: number }

export type CompositionHealth = {
  number: number
  role: 'live' | 'canary' | 'former'
  releases: Record<string, string>
  documents: number
  visits: Record<Signal | 'visits', number>
  failures: number
  addresses: number
  failing: FailureCount[]
  /** 75th percentiles; ms, CLS without a unit. */
  vitals: Record<string, number>
}

export type HealthOptions = { package?: string | undefined; sinceMs?: number }

const HOUR_MS = 60 * 60_000

export async function readHealth(
  { copy, health: store }: Site,
  { package: name, sinceMs = HOUR_MS }: HealthOptions = {},
): Promise<CompositionHealth[]> {
  const [pointer, figures] = await Promise.all([copy.readPointer(), store.read(Date.now() - sinceMs)])
  const seen = new Set(
    [...figures.documents, ...figures.visits, ...figures.failures].map(({ composition }) => composition),
  )
  if (pointer) for (const it of [pointer.live, pointer.canary?.composition]) if (it !== undefined) seen.add(it)
  const health = [...seen].map(async (number): Promise<CompositionHealth> => {
    const composition = await readComposition(copy, number).catch(() => undefined)
    const role = number === pointer?.live ? 'live' : number === pointer?.canary?.composition ? 'canary' : 'former'
    return { number, role, releases: versionsOf(composition), ...summarise(figures, number, name) }
  })
  return (await Promise.all(health)).sort((a, b) => b.number - a.number)
}

function summarise(figures: HealthFigures, number: number, name: string | undefined) {
  const { documents, visits, failures, vitals } = figures
  const isOf = (it: { composition: number }) => it.composition === number
  const isAsked = (it: { package: string }) => name === undefined || it.package === name
  const met = failures.filter((it) => isOf(it) && isAsked(it))
  const measured = vitals.filter((it) => isOf(it) && isAsked(it))
  const names = [...new Set(measured.map((it) => it.name))].sort()
  return {
    documents: documents.filter(isOf).reduce((sum, it) => sum + it.documents, 0),
    visits: sumOf(visits.filter(isOf)),
    failures: met.length,
    addresses: countAddresses(met),
    failing: countByOrigin(met),
    vitals: Object.fromEntries(
      names.map((it) => [it, seventyFifth(measured.filter((vital) => vital.name === it)) ?? 0]),
    ),
  }
}

function sumOf(visits: HealthFigures['visits']): Record<Signal | 'visits', number> {
  const { composition: _, slice: __, family: ___, ...sum } = visits.reduce(addVisits, noVisits(0, 0))
  return sum
}

function countByOrigin(all: readonly Failure[]): FailureCount[] {
  return [...groupBy(all, (it) => `${it.package} ${it.release} ${it.kind} ${it.location}`).values()]
    .flatMap((group) => {
      const [first] = group
      if (!first) return []
      const { package: name, release, kind, location } = first
      return [{ package: name, release, kind, location, count: group.length, addresses: countAddresses(group) }]
    })
    .sort((a, b) => b.count - a.count)
}

function countAddresses(all: readonly { address: string }[]): number {
  return new Set(all.map(({ address }) => address)).size
}
