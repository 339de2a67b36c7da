import { createHmac } from 'node:crypto'
import {
  BOUNDS,
  boundOf,
  type Failure,
  type FailureOrigin,
  type HealthFigures,
  type HealthStore,
  markOf,
  minuteOf,
  type VitalCount,
} from '@platform/site/model/health-figures'
import { merge } from '@platform/site/store/health-store'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { networkKey, type VisitCounter } from './visits'

const MOST_FAILURES = 1_000

type Vital = Pick<VitalCount, 'composition' | 'name' | 'package'>
type Tally = { documents: number }

export type Collector = ReturnType<typeof createCollector>

/** @param salt for anonymous digests of networks; same at every origin */
export function createCollector(
  salt: (composition: number) => string,
  counter: Pick<VisitCounter, 'take'>,
  metrics: ReturnType<typeof createPageMetrics>,
) {
  const tallies = new Map<number, Tally>()
  const failures = new Map<string, Failure>()
  let waiting = nothing()

  function take(): HealthFigures {
    const now = Date.now()
    const documents = [...tallies].flatMap(([composition, tally]) => {
      const count = tally.documents
      tally.documents = 0
      if (count > 0) metrics.served(composition, count)
      return count > 0 ? [{ composition, minute: minuteOf(now), documents: count }] : []
    })
    const change = { ...nothing(), documents, visits: counter.take(), failures: [...failures.values()] }
    const taken = merge(waiting, change, now)
    waiting = nothing()
    failures.clear()
    return taken
  }

  return {
    tallyOf(composition: number): Tally {
      const tally = tallies.get(composition) ?? { documents: 0 }
      tallies.set(composition, tally)
      return tally
    },
    measured(vital: Vital, value: number): void {
      const upperBound = boundOf(vital.name, value)
      waiting.vitals.push({ ...vital, minute: minuteOf(Date.now()), upperBound, count: 1 })
      metrics.measured(vital, value)
    },
    failed(composition: number, origin: FailureOrigin, ip: string): void {
      const address = createHmac('sha256', salt(composition)).update(networkKey(ip)).digest('hex').slice(0, 16)
      const failure = { ...origin, composition, at: Date.now(), address }
      // One address fills one place, so that it crowds out nobody.
      const mark = markOf(failure)
      if (failures.size < MOST_FAILURES && !failures.has(mark)) failures.set(mark, failure)
      metrics.failed(composition, origin)
    },
    forget: metrics.forget,
    async flush(store: HealthStore): Promise<void> {
      const change = take()
      if (Object.values(change).every(({ length }) => length === 0)) return
      try {
        await store.add(change)
      } catch (error) {
        waiting = merge(change, waiting, Date.now())
        throw error
      }
    },
  }
}

const nothing = (): HealthFigures => ({ documents: [], visits: [], failures: [], vitals: [] })

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
    /** Else each composition would have series of its own for good. */
    forget: () => registry.resetMetrics(),
    async describe(): Promise<string> {
      const by = await holder()
      hold.reset()
      if (by !== undefined) hold.set({ by }, 1)
      return registry.metrics()
    },
  }
}
