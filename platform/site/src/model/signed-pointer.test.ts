import type { Pointer } from './pointer'
import { findUnsignedChange } from './signed-pointer'

// A writer of the database could show any earlier composition, for any time.

const now = Date.parse('2026-11-01T12:00:00Z')
const canary = {
  composition: 9,
  share: 5,
  salt: 'salt',
  startedAt: '2026-11-01T11:00:00.000Z',
  steps: { shares: [25, 50, 100], everyMs: 600_000, nextAt: '2026-11-01T12:00:00.000Z' },
}
const known: Pointer = {
  live: 8,
  history: [6, 5],
  lastLive: { 6: '2026-10-31T00:00:00.000Z', 3: '2026-10-01T00:00:00.000Z' },
  canary,
  previews: [{ composition: 7, expiresAt: '2026-11-03T00:00:00.000Z' }],
  highest: 10,
}
const at = '2026-11-01T12:00:00.000Z'
const nextAt = '2026-11-01T12:10:00.000Z'
const due = { ...canary, share: 25, steps: { ...canary.steps, shares: [50, 100], nextAt } }
const hold = { since: at, by: 'the origin itself', reason: '4 failures' }

describe('without a signature what is live may', () => {
  it.each<[string, { [Field in keyof Pointer]?: Pointer[Field] | undefined }]>([
    ['stay', {}],
    ['go back, and the canary end, and the site be held', { live: 6, history: [5], canary: undefined, hold }],
    ['go further back', { live: 5, history: [], canary: undefined, lastLive: { ...known.lastLive, 8: at, 9: at } }],
    ['be tried by fewer', { canary: { ...canary, share: 1 } }],
    ['take the step that is due', { canary: due }],
    ['lose a preview', { previews: [] }],
    ['end a preview', { previews: [{ composition: 7, expiresAt: at }] }],
  ])('%s', (_what, change) => {
    expect(findUnsignedChange(known, { ...known, ...change } as Pointer, now)).toBeUndefined()
  })

  it('become the canary when the last planned share is due, and not before', () => {
    const finished: Pointer = { live: 9, history: [8, 6, 5] }
    expect(findUnsignedChange(known, finished, now + 2 * 600_000)).toBeUndefined()
    expect(findUnsignedChange(known, finished, now)).toBe('composition 9 was not live before')
  })
})

describe('without a signature what is live may not', () => {
  it.each<[string, { [Field in keyof Pointer]?: Pointer[Field] | undefined }, string]>([
    ['be what was never live', { live: 4 }, 'composition 4 was not live before'],
    ['be the canary', { live: 9 }, 'composition 9 was not live before'],
    ['be a preview', { live: 7 }, 'composition 7 was not live before'],
    ['lead back to what was never live', { history: [4] }, 'composition 4 was not live before 8'],
    ['say what this version does not know', { later: 1 } as object, 'something else was changed'],
    ['have numbers of its own', { highest: 77 }, 'composition 77 was never made'],
    ['lead forth again', { live: 6, history: [8, 5] }, 'composition 8 was not live before 6'],
    ['be paid at prices of long ago', { lastLive: { 3: at } }, 'visitors did not get composition 3'],
    // A writer made what was live long ago payable for ever.
    ['be paid at prices of before', { lastLive: { ...known.lastLive, 5: at } }, 'visitors did not get composition 5'],
    // An origin wrote it over its own, which it could not read after that.
    ['be none', { hold: true } as object, 'it does not name a composition'],
    ['have another canary', { canary: { ...canary, composition: 4 } }, 'composition 4 is not the canary'],
    ['have the canary in other browsers', { canary: { ...canary, salt: 'x' } }, 'composition 9 is not the canary'],
    ['take a step early', { canary: { ...canary, share: 50 } }, 'a share of 50 % was not planned'],
    [
      'have other steps',
      { canary: { ...canary, steps: { ...canary.steps, shares: [30] } } },
      'other steps were planned',
    ],
    // A writer took all steps of a canary at once.
    [
      'have the steps earlier',
      { canary: { ...canary, steps: { ...canary.steps, nextAt: '2000-01-01T00:00:00.000Z' } } },
      'other steps were planned',
    ],
    [
      'take a step and not wait for the next',
      { canary: { ...due, steps: { ...due.steps, nextAt: canary.steps.nextAt } } },
      'other steps were planned',
    ],
    ['show another preview', { previews: [{ composition: 4, expiresAt: at }] }, 'composition 4 is no preview'],
    [
      'show a preview for longer',
      { previews: [{ composition: 7, expiresAt: '2027-01-01T00:00:00.000Z' }] },
      'composition 7 is no preview',
    ],
  ])('%s', (_what, change, problem) => {
    expect(findUnsignedChange(known, { ...known, ...change } as Pointer, now)).toBe(problem)
  })

  it('be held no longer when an operator holds it, or take a step meanwhile', () => {
    const held = { ...known, hold }
    expect(findUnsignedChange(held, known, now)).toBe('the hold was ended')
    expect(findUnsignedChange(held, { ...held, canary: due }, now)).toBe('a share of 25 % was not planned')
    expect(findUnsignedChange(held, { ...held, live: 6, history: [5] }, now)).toBeUndefined()
    // A hold by a person switched the automatic rollback off.
    const undone: Pointer = { ...held, live: 6, history: [5], hold: { ...hold, by: 'the origin' } }
    expect(findUnsignedChange(held, undone, now)).toBeUndefined()
  })
})
