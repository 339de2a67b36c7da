import { createHmac } from 'node:crypto'
import {
  addVisits,
  type Degradation,
  type DegradationOrigin,
  type Failure,
  type FailureOrigin,
  type HealthChange,
  type HealthStore,
  markOf,
  markOfDegradation,
  minuteOf,
  type Visits,
  type VitalCount,
} from '@platform/site/model/health-figures'
import { boundOf } from '@platform/site/model/vitals'
import { addressKey } from '@site/api/address-key'
import type { VisitLedger } from './visits'

/** Failures, and degradations, between two hand-overs: nobody needs a flood in full. */
const MOST_KEPT = 1_000

/** Told of everything as it is counted, also of what one address repeats. */
export type Counted = Pick<Collector, 'served'> & {
  failed: (composition: number, origin: FailureOrigin) => void
  degraded: (composition: number, origin: DegradationOrigin) => void
  measured: (vital: Omit<VitalCount, 'minute' | 'count' | 'upperBound'>, value: number) => void
}

export type Collector = {
  /** A document was served. */
  served: (composition: number, count?: number) => void
  failed: (composition: number, origin: FailureOrigin, ip: string) => void
  degraded: (composition: number, origin: DegradationOrigin, ip: string) => void
  /** @param value ms; of CLS without a unit */
  measured: (vital: Omit<VitalCount, 'minute' | 'count' | 'upperBound'>, value: number) => void
  /** Hands what was counted since to the store; what it does not take is handed over again. */
  flush: (store: HealthStore) => Promise<void>
}

/**
 * Counts in memory what one origin serves and receives; nobody waits for a store.
 * @param salt makes of an address a digest that leads back to nobody and is the same at every origin
 */
export function createCollector(
  salt: (composition: number) => string,
  ledger: Pick<VisitLedger, 'take'>,
  metrics?: Counted,
): Collector {
  let documents = new Map<string, HealthChange['documents'][number]>()
  let failures = new Map<string, Failure>()
  let degradations = new Map<string, Degradation>()
  let vitals = new Map<string, VitalCount>()
  let visits = new Map<string, Visits>()

  function take(): HealthChange {
    for (const it of ledger.take()) visited(it)
    const taken = {
      documents: [...documents.values()],
      visits: [...visits.values()],
      failures: [...failures.values()],
      degradations: [...degradations.values()],
      vitals: [...vitals.values()],
    }
    documents = new Map()
    failures = new Map()
    degradations = new Map()
    vitals = new Map()
    visits = new Map()
    return taken
  }

  function visited(it: Visits): void {
    const key = `${it.composition} ${it.slice}`
    const known = visits.get(key)
    visits.set(key, known ? addVisits(known, it) : it)
  }

  function served(composition: number, count = 1, minute = minuteOf(Date.now())): void {
    const key = `${composition} ${minute}`
    const known = documents.get(key)
    if (known) known.documents += count
    else documents.set(key, { composition, minute, documents: count })
  }

  function measured(vital: Omit<VitalCount, 'minute' | 'count'>, count = 1, minute = minuteOf(Date.now())): void {
    const key = `${vital.composition} ${minute} ${vital.name} ${vital.package} ${vital.upperBound}`
    const known = vitals.get(key)
    if (known) known.count += count
    else vitals.set(key, { ...vital, minute, count })
  }

  function failed(failure: Failure): void {
    keepFirst(failures, markOf(failure), failure)
  }

  function degraded(degradation: Degradation): void {
    keepFirst(degradations, markOfDegradation(degradation), degradation)
  }

  function occurrence(composition: number, ip: string) {
    const digest = createHmac('sha256', salt(composition)).update(addressKey(ip)).digest('hex').slice(0, 16)
    return { composition, at: Date.now(), address: digest }
  }

  return {
    served(composition, count) {
      served(composition, count)
      metrics?.served(composition, count)
    },
    measured(vital, value) {
      measured({ ...vital, upperBound: boundOf(vital.name, value) })
      metrics?.measured(vital, value)
    },
    failed(composition, origin, ip) {
      failed({ ...origin, ...occurrence(composition, ip) })
      metrics?.failed(composition, origin)
    },
    degraded(composition, origin, ip) {
      degraded({ ...origin, ...occurrence(composition, ip) })
      metrics?.degraded(composition, origin)
    },
    async flush(store) {
      const change = take()
      if (Object.values(change).every(({ length }) => length === 0)) return
      try {
        await store.add(change)
      } catch (error) {
        for (const it of change.documents) served(it.composition, it.documents, it.minute)
        for (const it of change.visits) visited(it)
        for (const it of change.failures) failed(it)
        for (const it of change.degradations) degraded(it)
        for (const { count, minute, ...it } of change.vitals) measured(it, count, minute)
        throw error
      }
    },
  }
}

function keepFirst<T>(all: Map<string, T>, key: string, value: T): void {
  if (all.size < MOST_KEPT && !all.has(key)) all.set(key, value)
}
