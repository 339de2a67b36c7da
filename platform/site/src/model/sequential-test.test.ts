import { createRandom } from '@platform/base/testing/random'
import { ENOUGH_EVIDENCE, evidenceAfter, evidenceAgainst, isEnough, type Pair } from './sequential-test'

const { uniform } = createRandom(20_261_122)

/** Knuth's way; for the small means of one interval. */
function poisson(mean: number): number {
  const end = Math.exp(-mean)
  let count = -1
  for (let product = 1; product > end; count += 1) product *= uniform()
  return count
}

function binomial(tries: number, chance: number): number {
  let count = 0
  for (let index = 0; index < tries; index += 1) if (uniform() < chance) count += 1
  return count
}

type World = { perMinute: number; share: number; stableRate: number; triedRate: number }

function minute({ perMinute, share, stableRate, triedRate }: World): Pair {
  const triedDocuments = poisson(perMinute * share)
  const stableDocuments = poisson(perMinute * (1 - share))
  return {
    tried: { documents: triedDocuments, failures: binomial(triedDocuments, triedRate) },
    stable: { documents: stableDocuments, failures: binomial(stableDocuments, stableRate) },
  }
}

/** In which minute of a canary it would be dropped; `undefined` when never. Looked at after every minute. */
function droppedAt(world: World, minutes: number): number | undefined {
  const pairs: Pair[] = []
  for (let index = 0; index < minutes; index += 1) {
    pairs.push(minute(world))
    if (evidenceAgainst(pairs) >= ENOUGH_EVIDENCE) return index
  }
  return undefined
}

describe('a canary as good as what is live', () => {
  it.each([
    [{ perMinute: 60, share: 0.05, rate: 0.002 }],
    [{ perMinute: 60, share: 0.05, rate: 0.02 }],
    [{ perMinute: 60, share: 0.5, rate: 0.02 }],
    [{ perMinute: 3, share: 0.25, rate: 0.1 }],
  ])('is not dropped in 100 hours of noise: %j', ({ rate, ...world }) => {
    const hours = Array.from({ length: 100 }, () => droppedAt({ ...world, stableRate: rate, triedRate: rate }, 60))
    expect(hours.filter((it) => it !== undefined)).toEqual([])
  })

  // With the mean part of two minutes, one in thirty such canaries was dropped.
  it('is hardly ever dropped, however noisy both are and however few come', () => {
    const runs = Number(process.env.RANDOM_RUNS ?? 200)
    const world = { perMinute: 3, share: 0.25, stableRate: 0.1, triedRate: 0.1 }
    const dropped = Array.from({ length: runs }, () => droppedAt(world, 60)).filter((it) => it !== undefined).length
    expect(dropped).toBeLessThanOrEqual(Math.max(1, (3 * runs) / 1_000))
  })

  it('is not dropped when an outage meets both', () => {
    const calm = { perMinute: 60, share: 0.05, stableRate: 0.01, triedRate: 0.01 }
    const outage = { ...calm, stableRate: 0.6, triedRate: 0.6 }
    for (let run = 0; run < 100; run += 1) {
      const pairs = [...Array(20)].map((_, index) => minute(index >= 10 && index < 14 ? outage : calm))
      expect(evidenceAgainst(pairs)).toBeLessThan(ENOUGH_EVIDENCE)
    }
  })
})

describe('a canary that fails', () => {
  it('for 30 % of its documents is dropped within two minutes, at a share of 5 %', () => {
    const world = { perMinute: 400, share: 0.05, stableRate: 0.002, triedRate: 0.3 }
    for (let run = 0; run < 100; run += 1) expect(droppedAt(world, 10)).toBeLessThanOrEqual(1)
  })

  it('gives evidence by the third failure when nothing else fails', () => {
    const pair: Pair = { tried: { documents: 20, failures: 3 }, stable: { documents: 380, failures: 0 } }
    expect(evidenceAgainst([pair])).toBeGreaterThan(ENOUGH_EVIDENCE)
  })

  it('says nothing where one side was not served', () => {
    const none = { documents: 0, failures: 0 }
    expect(evidenceAgainst([])).toBe(1)
    expect(evidenceAgainst([{ tried: { documents: 9, failures: 9 }, stable: none }])).toBe(1)
    expect(evidenceAgainst([{ tried: { documents: 0, failures: 9 }, stable: { documents: 9, failures: 0 } }])).toBe(1)
  })
})

describe('what became live', () => {
  it('is found when it fails for 30 % of its documents', () => {
    expect(evidenceAfter({ documents: 40, failures: 12 }, { documents: 5_000, failures: 10 })).toBeGreaterThan(
      ENOUGH_EVIDENCE,
    )
    expect(evidenceAfter({ documents: 40, failures: 12 }, { documents: 0, failures: 0 })).toBeGreaterThan(
      ENOUGH_EVIDENCE,
    )
  })

  it('is left alone in 100 hours of probations when it fails as often as what was before', () => {
    const dropped = Array.from({ length: 600 }, () => {
      const before = { documents: poisson(600), failures: 0 }
      before.failures = binomial(before.documents, 0.02)
      const now = { documents: 0, failures: 0 }
      for (let at = 0; at < 10; at += 1) {
        const documents = poisson(30)
        now.documents += documents
        now.failures += binomial(documents, 0.02)
        if (evidenceAfter(now, before) >= ENOUGH_EVIDENCE) return true
      }
      return false
    })
    expect(dropped.filter(Boolean)).toEqual([])
  })
})

it.each([
  [ENOUGH_EVIDENCE, 20, 3, true],
  [ENOUGH_EVIDENCE - 1, 20, 3, false],
  [1e9, 19, 3, false],
  [1e9, 20, 2, false],
])('acts on evidence %d, %d documents and %d addresses: %p', (evidence, documents, addresses, expected) => {
  expect(isEnough(evidence, { documents, failures: 9 }, addresses)).toBe(expected)
})
