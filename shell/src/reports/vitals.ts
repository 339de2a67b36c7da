import { type MetricWithAttribution, onCLS, onINP, onLCP } from 'web-vitals/attribution'
import { sendReport } from './send-report'

export function watchVitals(): void {
  const vitals: Record<string, number> = {}
  const targets: Record<string, string> = {}
  const keep = (metric: MetricWithAttribution) => {
    vitals[metric.name] = Math.round(metric.value * 1_000) / 1_000
    const target = targetOf(metric)
    if (target) targets[metric.name] = target.slice(0, 150)
  }
  onCLS(keep)
  onINP(keep)
  onLCP(keep)
  const handleHidden = () => {
    if (document.visibilityState !== 'hidden' || Object.keys(vitals).length === 0) return
    document.removeEventListener('visibilitychange', handleHidden)
    const page = document.querySelector<HTMLElement>('main [data-boundary]')?.dataset.boundary
    sendReport({ vitals, targets, page })
  }
  document.addEventListener('visibilitychange', handleHidden)
}

function targetOf(metric: MetricWithAttribution): string | undefined {
  if (metric.name === 'CLS') return metric.attribution.largestShiftTarget
  if (metric.name === 'INP') return metric.attribution.interactionTarget
  return metric.name === 'LCP' ? metric.attribution.target : undefined
}
