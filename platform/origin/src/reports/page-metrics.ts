import { BOUNDS } from '@platform/site/model/vitals'
import { Counter, Histogram, Registry } from 'prom-client'
import type { Counted } from './collect'

/** For Prometheus, under OpenTelemetry's names: service (package), version (release), deployment (composition). */
export function createPageMetrics(): Counted & { describe: () => Promise<string> } {
  const registry = new Registry()
  const registers = [registry]
  const documents = new Counter({
    name: 'browser_documents_total',
    help: 'Documents served.',
    labelNames: ['deployment_id'],
    registers,
  })
  const exceptions = new Counter({
    name: 'browser_exceptions_total',
    help: 'Failures that pages reported.',
    labelNames: ['service_name', 'service_version', 'deployment_id', 'exception_type'],
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
    served: (composition, count = 1) => documents.inc({ deployment_id: composition }, count),
    failed: (composition, { package: name, release, kind }) =>
      exceptions.inc({
        service_name: name,
        service_version: release,
        deployment_id: composition,
        exception_type: kind,
      }),
    measured: ({ composition, name, package: owner }, value) =>
      byName.get(name)?.observe({ service_name: owner, deployment_id: composition }, value),
    describe: () => registry.metrics(),
  }
}
