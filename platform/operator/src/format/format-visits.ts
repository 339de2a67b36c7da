import type { Visits } from '@platform/site/model/health-figures'

const PERCENT = 100

/** `120 visits; became interactive 110 (91.7 %), …` */
export function formatVisits(it: Omit<Visits, 'composition' | 'slice' | 'family'>): string {
  const signals = [
    `became interactive ${countOf(it.interactive, it.visits)}`,
    `failed ${countOf(it.failed, it.visits)}`,
    `put something into the cart ${countOf(it.cart, it.interactive)}`,
    `began a payment ${countOf(it.payment, it.interactive)}`,
    `met an error of the API ${countOf(it.apiFailed, it.interactive)}`,
    `measured a web vital that is not good ${countOf(it.slow, it.interactive)}`,
  ]
  return `${count(it.visits)} visits; ${signals.join(', ')}`
}

function countOf(met: number, base: number): string {
  return base > 0 ? `${count(met)} (${((met / base) * PERCENT).toFixed(1)} %)` : count(met)
}

function count(value: number): string {
  return String(Math.round(value))
}
