import { createHmac } from 'node:crypto'
import {
  addVisits,
  BOUNDS,
  boundOf,
  type Documents,
  type Failure,
  type FailureOrigin,
  type HealthChange,
  type HealthStore,
  markOf,
  minuteOf,
  type Visits,
  type VitalCount,
} from '@platform/site/model/health-figures'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { networkKey, type VisitCounter } from './visits'

const MOST_FAILURES = 1_000

type Vital = Pick<VitalCount, 'composition' | 'name' | 'package'>
export type Tally = { documents: number }

export type Collector = ReturnType<typeof createCollector>

/** @param salt for anonymous digests of networks; same at every origin */
export function createCollector(
  salt: (composition: number) => string,
  counter: Pick<VisitCounter, 'take'>,
  metrics: ReturnType<typeof createPageMetrics>,
) {
  const tallies = new Map<number, Tally>()
  const documents = createSum<Documents>(
    ({ composition, minute }) => `${composition} ${minute}`,
    (a, b) => ({ ...a, documents: a.documents + b.documents }),
  )
  const vitals = createSum<VitalCount>(
    (it) => `${it.composition} ${it.minute} ${it.name} ${it.package} ${it.upperBound}`,
    (a, b) => ({ ...a, count: a.count + b.count }),
  )
  const visits = createSum<Visits>(({ composition, slice, family }) => `${composition} ${slice} ${family}`, addVisits)
  const failures = createSum<Failure>(markOf, (first) => first, MOST_FAILURES)

  function take(): HealthChange {
    const minute = minuteOf(Date.now())
    for (const [composition, tally] of tallies) {
      if (tally.documents === 0) continue
      documents.add([{ composition, minute, documents: tally.documents }])
      metrics.served(composition, tally.documents)
      tally.documents = 0
    }
    visits.add(counter.take())
    return { documents: documents.take(), visits: visits.take(), failures: failures.take(), vitals: vitals.take() }
  }

  return {
    tallyOf(composition: number): Tally {
      const tally = tallies.get(composition) ?? { documents: 0 }
      tallies.set(composition, tally)
      return tally
    },
    measured(vital: Vital, value: number): void {
      vitals.add([{ ...vital, minute: minuteOf(Date.now()), upperBound: boundOf(vital.name, value), count: 1 }])
      metrics.measured(vital, value)
    },
    altered: metrics.altered,
    failed(composition: number, origin: FailureOrigin, ip: string): void {
      const address = createHmac('sha256', salt(composition)).update(networkKey(ip)).digest('hex').slice(0, 16)
      failures.add([{ ...origin, composition, at: Date.now(), address }])
      metrics.failed(composition, origin)
    },
    async flush(store: HealthStore): Promise<void> {
      const change = take()
      if (Object.values(change).every(({ length }) => length === 0)) return
      try {
        await store.add(change)
      } catch (error) {
        documents.add(change.documents)
        visits.add(change.visits)
        failures.add(change.failures)
        vitals.add(change.vitals)
        throw error
      }
    },
  }
}

function createSum<T>(keyOf: (value: T) => string, add: (known: T, value: T) => T, most = Number.POSITIVE_INFINITY) {
  let sums = new Map<string, T>()
  return {
    add(values: readonly T[]) {
      for (const value of values) {
        const key = keyOf(value)
        const known = sums.get(key)
        if (known !== undefined) sums.set(key, add(known, value))
        else if (sums.size < most) sums.set(key, value)
      }
    },
    take(): T[] {
      const taken = [...sums.values()]
      sums = new Map()
      return taken
    },
  }
}

/**
 * OpenTelemetry's names: service (package), version (release), deployment (composition).
 * @param holder who holds the site
 */
export function createPageMetrics(holder: () => Promise<string | undefined>) {
  const registry = new Registry()
  const registers = [registry]
  const count = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers })
  const documents = count('browser_documents_total', 'Documents served.', 'deployment_id')
  const exceptions = count(
    'browser_exceptions_total',
    'Failures that pages reported.',
    ...['service_name', 'service_version', 'deployment_id', 'exception_type'],
  )
  const altered = count(
    'browser_altered_documents_total',
    'Documents that something else than the site had changed before they were interactive.',
    'deployment_id',
  )
  const hold = new Gauge({
    name: 'release_hold',
    help: 'Whether the site is held, also by an automatic rollback or a dropped canary.',
    labelNames: ['by'],
    registers,
  })
  const vitals = Object.entries(BOUNDS).map(([name, buckets]) => {
    const unit = name === 'CLS' ? '' : '_ms'
    const help = `${name} of sampled visits.`
    const labelNames = ['service_name', 'deployment_id']
    const metric = `browser_web_vital_${name.toLowerCase()}${unit}`
    return [name, new Histogram({ name: metric, help, labelNames, buckets: [...buckets], registers })] as const
  })
  const byName = new Map<string, Histogram>(vitals)
  return {
    served: (composition: number, count: number) => documents.inc({ deployment_id: composition }, count),
    altered: (composition: number) => altered.inc({ deployment_id: composition }),
    failed: (composition: number, { package: name, release, kind }: FailureOrigin) =>
      exceptions.inc({
        service_name: name,
        service_version: release,
        deployment_id: composition,
        exception_type: kind,
      }),
    measured: ({ composition, name, package: owner }: Vital, value: number) =>
      byName.get(name)?.observe({ service_name: owner, deployment_id: composition }, value),
    async describe(): Promise<string> {
      const by = await holder()
      hold.reset()
      if (by !== undefined) hold.set({ by }, 1)
      return registry.metrics()
    },
  }
}
