import { bucketIn, bucketValue, drawBucket, hasBucket, isInCanary } from './bucket'

const VISITORS = 10_000
const cookies = Array.from(
  { length: VISITORS },
  () => `auth=x; site_rollout=${bucketValue('salt', drawBucket())}; other=1`,
)
const buckets = cookies.map((cookie) => bucketIn(cookie, 'salt') ?? Number.NaN)
const inCanary = (share: number) => buckets.map((bucket) => isInCanary(bucket, share))

// Three standard deviations failed one run in 400; six fail one in 500 million.
const DEVIATIONS = 6
const within = (share: number) => DEVIATIONS * Math.sqrt(VISITORS * share * (1 - share))

describe('buckets', () => {
  it('gives 5 % of 10,000 visitors the canary, as near as chance allows', () => {
    const count = inCanary(5).filter(Boolean).length
    expect(Math.abs(count - 500)).toBeLessThan(within(0.05))
    const all = Array.from({ length: VISITORS }, (_, bucket) => bucket)
    const buckets = (share: number) => all.filter((bucket) => isInCanary(bucket, share)).length
    expect([0.01, 5, 99.99].map(buckets)).toEqual([1, 500, 9_999])
  })

  it('moves nobody back while the share grows, and everybody has it at the end', () => {
    const shares = [0.5, 5, 25, 50, 99.99, 100].map(inCanary)
    for (const [index, larger] of shares.entries()) {
      const smaller = shares[index - 1] ?? []
      expect(smaller.filter((isIn, visitor) => isIn && !larger[visitor])).toEqual([])
    }
    expect(shares.at(-1)?.every(Boolean)).toBe(true)
  })

  it('spreads buckets evenly, and another rollout is another draw', () => {
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => buckets.filter((it) => Math.floor(it / 1_000) === tenth).length,
    )
    for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(within(0.1))
    const again = Array.from({ length: VISITORS }, () => drawBucket())
    const isEarly = (bucket: number) => isInCanary(bucket, 10)
    const both = again.filter((bucket, visitor) => isEarly(bucket) && isEarly(buckets[visitor] ?? 0)).length
    expect(Math.abs(both - 100)).toBeLessThan(within(0.01))
  })

  it('finds none in anything else', () => {
    const values = ['', 'salt', 'salt.x', 'salt.-1', 'salt.12345', 'other.12']
    for (const cookie of [undefined, '', 'xsite_rollout=salt.12', ...values.map((it) => `site_rollout=${it}`)]) {
      expect([cookie, bucketIn(cookie, 'salt')]).toEqual([cookie, undefined])
    }
  })

  it('finds it among others, and knows that one of another rollout is there', () => {
    expect(bucketIn('a=b; site_rollout=salt.12', 'salt')).toBe(12)
    expect(bucketIn('site_rollout=salt.12 ; a=b', 'salt')).toBe(12)
    expect(hasBucket('site_rollout=old.12')).toBe(true)
    expect(hasBucket('a=b')).toBe(false)
  })
})
