import fc from 'fast-check'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export type Provider = 'stripe' | 'paypal'
/** How a provider is away: what it answers to every call, or that it does not. */
export const outages = ['hang', 'error', 'error after', 'busy', 'unauthorised', 'missing', 'garbled'] as const

/** One larger thing that goes wrong, by the milliseconds since the history began. */
const trouble = fc.record({
  at: fc.integer({ min: 0, max: 44 * HOUR }),
  what: fc.constantFrom('kill' as const, 'outage' as const, 'outage' as const, 'mail' as const, 'database' as const),
  lastsMs: fc.constantFrom(MINUTE, 20 * MINUTE, 2 * HOUR, 20 * HOUR),
  provider: fc.constantFrom<Provider[]>('stripe', 'paypal'),
  how: fc.constantFrom(...outages),
})

const seed = fc.noShrink(fc.integer({ min: 0, max: 2 ** 30 }))
const rate = (...values: number[]) => fc.constantFrom(...values)

/**
 * One history: what happens in it and how often. What an actor does comes from its own seed, so a plan that is
 * shrunk leaves the others as they were.
 */
export const planArbitrary = fc.record({
  seed,
  buyers: fc.array(fc.record({ seed, at: fc.integer({ min: MINUTE, max: 22 * HOUR }) }), {
    minLength: 1,
    maxLength: 10,
    size: 'max',
  }),
  troubles: fc.array(trouble, { maxLength: 12, size: 'max' }),
  /** What the owner does, one after the other. */
  deeds: fc.array(fc.record({ seed, afterMs: fc.integer({ min: 10 * MINUTE, max: 4 * HOUR }) }), {
    maxLength: 24,
    size: 'max',
  }),
  /** How often a call of a provider fails, a commit is lost, a server dies as it calls, a mail is refused. */
  callFailures: rate(0, 0.04, 0.15),
  lostCommits: rate(0, 0.005, 0.03),
  deaths: rate(0, 0.01, 0.04),
  mailFailures: rate(0, 0.2),
  webhooks: fc.record({ lost: rate(0, 0, 0.1, 1), isUnruly: fc.boolean() }),
  /** What buyers' banks are like. */
  slowBanks: rate(0.2, 0.6),
  bankMs: fc.constantFrom(3_000, HOUR, 26 * HOUR),
  declines: rate(0, 0.1, 0.6),
  refundTrouble: rate(0, 0.3, 0.8),
  disputes: rate(0, 0.2, 0.7),
})

export type Plan = typeof planArbitrary extends fc.Arbitrary<infer T> ? T : never
