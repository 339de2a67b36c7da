import type { Kind } from './books/webhooks'
import { streamOf } from './world/random'

/** Everything that can be left out of a history to make it smaller; a buyer is `buyer-1`, `buyer-2`, … */
export const leftOutParts = [
  'network',
  'outages',
  'crashes',
  'database',
  'clocks',
  'webhooks',
  'mail-trouble',
  'declines',
  'refund-trouble',
  'disputes',
  'refunds',
  'owner',
  'erasures',
  'rotation',
  'prices',
] as const
export type Part = (typeof leftOutParts)[number] | `buyer-${number}`

export type Plan = {
  seed: number
  buyers: number
  /** Of trouble; then all is well for as long as everything needs to end. */
  days: number
  /** In so many of them, from the first on, people come to buy. */
  buyingDays: number
  /** By how much everything but buying happens less often than in a history of the usual size. */
  rarity: number
  without: ReadonlySet<string>
}

/** The usual size of a history: large enough for every event to meet every other, small enough for one a second. */
export function planOf(seed: number, without: readonly string[] = []): Plan {
  return { seed, buyers: 5, days: 2, buyingDays: 1, rarity: 1, without: new Set(without) }
}

/** A quarter of a year, for what is counted by days and paid out by weeks. */
export function quarterOf(seed: number, without: readonly string[] = []): Plan {
  return { seed, buyers: 24, days: 86, buyingDays: 80, rarity: 6, without: new Set(without) }
}

export function has({ without }: Plan, part: Part): boolean {
  return !without.has(part)
}

/** How much trouble a history has. Drawn once for each: under constant trouble much is put right before it can be seen. */
export type TroubleRates = {
  call: number
  commit: number
  mail: number
  webhookNever: number
  unrulyWebhooks: boolean
  /** Kinds of events that are never sent. */
  unasked: Kind
}

export function drawRates(plan: Plan): TroubleRates {
  const random = streamOf(plan.seed, 'rates')
  const rate = (part: Part, values: readonly [number, ...number[]]) => {
    const drawn = random.pick(values)
    return has(plan, part) ? drawn : 0
  }
  return {
    call: rate('network', [0, 0.04, 0.16, 0.16]),
    commit: rate('database', [0, 0.005, 0.03]),
    mail: rate('mail-trouble', [0, 0.2]),
    webhookNever: rate('webhooks', [0, 0, 0.1]),
    unrulyWebhooks: rate('webhooks', [0, 1, 1]) === 1,
    unasked: rate('webhooks', [0, 1]) === 1 ? random.pick<Kind>(['refunds', 'disputes', 'payments']) : 'nothing',
  }
}
