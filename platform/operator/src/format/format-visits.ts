import type { Visits } from '@platform/site/model/health-figures'

type Counted = Omit<Visits, 'composition' | 'slice'>

const PERCENT = 100

export function listVisits(it: Counted): [name: string, count: string][] {
  return [
    ['visits', count(it.visits)],
    ['became interactive', countOf(it.interactive, it.visits)],
    ['failed', countOf(it.failed, it.visits)],
    ['put something into the cart', countOf(it.cart, it.interactive)],
    ['began a payment', countOf(it.payment, it.interactive)],
    ['met an error of the API', countOf(it.apiFailed, it.interactive)],
  ]
}

/** `120 visits; became interactive 110 (91.7 %), …` */
export function formatVisits(visits: Counted): string {
  const [[, all], ...signals] = listVisits(visits) as [[string, string], ...[string, string][]]
  return `${all} visits; ${signals.map(([name, value]) => `${name} ${value}`).join(', ')}`
}

function countOf(met: number, base: number): string {
  return base > 0 ? `${count(met)} (${((met / base) * PERCENT).toFixed(1)} %)` : count(met)
}

function count(value: number): string {
  return String(Math.round(value))
}
