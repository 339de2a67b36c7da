import type { Random } from '@platform/base/testing/random'
import { SECOND, sleep } from '../world/clock'
import { between } from '../world/random'
import { reach } from '../world/trace'
import type { Outcome, Page } from './page'

const MAX_ASKED = 4

/** In another window of the same order, while this one asks: the buyer gives up, or wants to know how it stands. */
export async function useOtherWindow(page: Page, random: Random): Promise<void> {
  const drawn = random.uniform()
  if (drawn > 0.2) return
  const isGivenUp = drawn < 0.06
  await sleep(between(random, 1, 3 * SECOND))
  reach(isGivenUp ? 'the buyer gives up while the page asks' : 'another window reads the status while the page asks')
  await (isGivenUp ? page.abandon() : page.readStatus())
}

/** What a page does while nobody knows: it asks again, sometimes twice at once, or is reloaded, or closed. */
export async function askUntilKnown(
  page: Page,
  random: Random,
  ask: () => Promise<{ outcome: Outcome }>,
): Promise<Outcome> {
  for (let asked = 0; asked < MAX_ASKED; asked += 1) {
    const isDoubled = random.chance(0.1)
    if (isDoubled) reach('page: asks twice at once')
    const [first, second] = await Promise.all([ask(), isDoubled ? ask() : undefined, useOtherWindow(page, random)])
    const { outcome } = first.outcome === 'unknown' && second ? second : first
    if (outcome !== 'unknown' && outcome !== 'waiting') return outcome
    if (random.chance(0.25)) return outcome
    await sleep(between(random, SECOND, 60 * SECOND))
    if (random.chance(0.3)) {
      const read = await page.readStatus()
      if (read.outcome !== 'unknown' && read.outcome !== 'waiting') return read.outcome
    }
  }
  return 'unknown'
}
