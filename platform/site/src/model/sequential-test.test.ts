import { createRandom } from '@platform/base/testing/random'
import { ENOUGH_EVIDENCE } from './canary-evidence'
import { evidenceAfter, evidenceAgainst, type Trial } from './sequential-test'

/** Of any one comparison. */
const ENOUGH = 8 * ENOUGH_EVIDENCE
const { chance } = createRandom(20_261_122)
const count = (tries: number, probability: number) =>
  Array.from({ length: tries }, () => chance(probability)).filter(Boolean).length

describe('what is beside', () => {
  it('is clearly better by the third failure when nothing of it fails', () => {
    const trial: Trial = { base: { tried: 20, stable: 380 }, met: { tried: 3, stable: 0 } }
    expect(evidenceAgainst([trial], 'more')).toBeGreaterThan(1_000)
    expect(evidenceAgainst([trial], 'less')).toBeLessThan(1)
  })

  it('is clearly better when only there something works', () => {
    const trial: Trial = { base: { tried: 100, stable: 300 }, met: { tried: 0, stable: 40 } }
    expect(evidenceAgainst([trial], 'less')).toBeGreaterThan(ENOUGH)
    expect(evidenceAgainst([trial], 'more')).toBeLessThan(1)
  })

  it('says nothing where one of both was not there', () => {
    const trial = (tried: number, stable: number): Trial => ({ base: { tried, stable }, met: { tried, stable } })
    expect(evidenceAgainst([], 'more')).toBe(1)
    expect(evidenceAgainst([trial(9, 0), trial(0, 9), trial(0, 0)], 'more')).toBe(1)
    expect(evidenceAgainst([trial(9, 0), trial(0, 9), trial(0, 0)], 'less')).toBe(1)
  })

  it('says nothing by an outage that meets both', () => {
    for (let run = 0; run < 100; run += 1) {
      const trials = Array.from({ length: 20 }, (_, index): Trial => {
        const rate = index >= 10 && index < 14 ? 0.6 : 0.01
        const base = { tried: 15, stable: 285 }
        return { base, met: { tried: count(base.tried, rate), stable: count(base.stable, rate) } }
      })
      expect(evidenceAgainst(trials, 'more')).toBeLessThan(ENOUGH)
      expect(evidenceAgainst(trials, 'less')).toBeLessThan(ENOUGH)
    }
  })
})

describe('what was before', () => {
  it.each([
    { base: 5_000, met: 10 },
    { base: 0, met: 0 },
  ])('is clearly better (%j) when 30 % of what is live now fails', (before) => {
    expect(evidenceAfter({ base: 40, met: 12 }, before)).toBeGreaterThan(ENOUGH)
  })

  it('is not, in 100 hours of probations, when as many fail now', () => {
    const dropped = Array.from({ length: 600 }, () => {
      const before = { base: 600, met: count(600, 0.02) }
      const now = { base: 0, met: 0 }
      for (let minute = 0; minute < 10; minute += 1) {
        now.base += 30
        now.met += count(30, 0.02)
        if (evidenceAfter(now, before) >= ENOUGH) return true
      }
      return false
    })
    expect(dropped.filter(Boolean)).toEqual([])
  })
})
