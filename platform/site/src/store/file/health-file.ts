import { readFile } from 'node:fs/promises'
import { replaceFile } from '@platform/base/durable/durable'
import {
  addVisits,
  type HealthFigures,
  type HealthStore,
  KEPT_MS,
  MINUTE_MS,
  markOf,
  noFigures,
  SLICE_MS,
  sliceOf,
  type Visits,
} from '../../model/health-figures'
import type { SiteLayout } from '../../model/site-layout'

/** Older figures are summed by minute, since each write rewrites the file. */
const FINE_MS = 60 * MINUTE_MS

export function healthFile({ health: file }: SiteLayout): HealthStore {
  let adding = Promise.resolve()

  async function readAll(): Promise<HealthFigures> {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text === undefined) return noFigures
    try {
      return { ...noFigures, ...JSON.parse(text) }
    } catch {
      return noFigures
    }
  }

  return {
    add(change) {
      adding = adding.then(async () => {
        await replaceFile(file, JSON.stringify(merge(await readAll(), change, Date.now())))
      })
      return adding
    },
    read: async (since) => newerThan(await readAll(), since),
  }
}

export function merge(known: HealthFigures, change: HealthFigures, now: number): HealthFigures {
  const kept = newerThan(known, now - KEPT_MS)
  return {
    documents: addUp(
      [...kept.documents, ...change.documents],
      ({ composition, minute }) => `${composition} ${minute}`,
      (a, b) => ({
        ...a,
        documents: a.documents + b.documents,
      }),
    ),
    visits: addUp(
      [...kept.visits, ...change.visits].map((it) => coarser(it, now)),
      ({ composition, slice }) => `${composition} ${slice}`,
      addVisits,
    ),
    failures: firstOfEach([...kept.failures, ...change.failures], markOf),
    vitals: addUp(
      [...kept.vitals, ...change.vitals],
      (it) => `${it.composition} ${it.minute} ${it.name} ${it.package} ${it.upperBound}`,
      (a, b) => ({ ...a, count: a.count + b.count }),
    ),
  }
}

function coarser(visits: Visits, now: number): Visits {
  const { slice } = visits
  return slice > sliceOf(now - FINE_MS) ? visits : { ...visits, slice: slice - (slice % (MINUTE_MS / SLICE_MS)) }
}

function newerThan(figures: HealthFigures, since: number): HealthFigures {
  const isNew = ({ minute }: { minute: number }) => (minute + 1) * MINUTE_MS > since
  return {
    documents: figures.documents.filter(isNew),
    visits: figures.visits.filter(({ slice }) => (slice + 1) * SLICE_MS > since),
    failures: figures.failures.filter(({ at }) => at > since),
    vitals: figures.vitals.filter(isNew),
  }
}

function firstOfEach<T>(all: readonly T[], keyOf: (value: T) => string): T[] {
  return [...new Map(all.toReversed().map((value) => [keyOf(value), value])).values()].reverse()
}

function addUp<T>(all: readonly T[], keyOf: (value: T) => string, add: (a: T, b: T) => T): T[] {
  const sums = new Map<string, T>()
  for (const value of all) {
    const known = sums.get(keyOf(value))
    sums.set(keyOf(value), known ? add(known, value) : value)
  }
  return [...sums.values()]
}
