import fc from 'fast-check'
import { HOUR, MINUTE } from './world/clock'

export type Provider = 'stripe' | 'paypal'
export const outages = ['hang', 'error', 'error after', 'busy', 'unauthorised', 'missing', 'garbled'] as const

const trouble = fc.record({
  at: fc.integer({ min: 0, max: 44 * HOUR }),
  what: fc.constantFrom('kill' as const, 'outage' as const, 'outage' as const, 'mail' as const, 'database' as const),
  lastsMs: fc.constantFrom(MINUTE, 20 * MINUTE, 2 * HOUR, 20 * HOUR),
  provider: fc.constantFrom<Provider[]>('stripe', 'paypal'),
  how: fc.constantFrom(...outages),
})

const seed = fc.noShrink(fc.integer({ min: 0, max: 2 ** 30 }))
const rate = (...values: number[]) => fc.constantFrom(...values)

/** Plan of one history. Each actor has its own seed, so shrinking leaves the others unchanged. */
export const planArbitrary = fc.record({
  seed,
  buyers: fc.array(fc.record({ seed, at: fc.integer({ min: MINUTE, max: 22 * HOUR }) }), {
    minLength: 1,
    maxLength: 10,
    size: 'max',
  }),
  troubles: fc.array(trouble, { maxLength: 12, size: 'max' }),
  deeds: fc.array(fc.record({ seed, afterMs: fc.integer({ min: 10 * MINUTE, max: 4 * HOUR }) }), {
    maxLength: 24,
    size: 'max',
  }),
  /** Rates of failed provider calls, lost commits, servers killed during a call, and refused mails. */
  callFailures: rate(0, 0.04, 0.15),
  lostCommits: rate(0, 0.005, 0.03),
  deaths: rate(0, 0.01, 0.04),
  mailFailures: rate(0, 0.2),
  webhooks: fc.record({ lost: rate(0, 0, 0.1, 1), isUnruly: fc.boolean() }),
  slowBanks: rate(0.2, 0.6),
  bankMs: fc.constantFrom(3_000, HOUR, 26 * HOUR),
  declines: rate(0, 0.1, 0.6),
  refundTrouble: rate(0, 0.3, 0.8),
  disputes: rate(0, 0.2, 0.7),
})

export type Plan = typeof planArbitrary extends fc.Arbitrary<infer T> ? T : never
