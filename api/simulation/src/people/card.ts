import type { Random } from '@platform/base/testing/random'
import type { Card } from '../books/stripe/stripe-books'
import type { SimulatedWorld } from '../simulated-world'
import { HOUR, MINUTE, SECOND, sleep } from '../world/clock'
import { between } from '../world/random'
import { note, reach } from '../world/trace'
import { askUntilKnown } from './ask'
import type { Outcome, Page } from './page'

/** Something the buyer can still do in a window that was left open. */
export type LeftOpen = () => void

const cards = ['good', 'good', 'declined', 'asks'] as const satisfies readonly Card[]
const slowCards = ['slow', 'slow fails'] as const satisfies readonly Card[]

export function pickCard({ habits }: SimulatedWorld, random: Random): Card {
  return random.pick<Card>(random.chance(habits.slowBanks) ? slowCards : cards)
}

/** One attempt to pay by card: the provider's script takes the money in the browser, then the page says so to the shop. */
export async function payByCard(
  world: SimulatedWorld,
  page: Page,
  random: Random,
  leave: (open: LeftOpen) => void,
): Promise<Outcome> {
  const { stripe, promises } = world
  const { orderId, person } = page.visit
  const { outcome, reply } = await page.startCard()
  if (outcome !== 'begun') return outcome
  const secret = String(reply.data.clientSecret)
  const intentId = secret.split('_secret_')[0] ?? ''
  leave(() => {
    reach('a payment in a window left open')
    // "Ended" is meant for ever; only what was said of this moment is over.
    promises.withdraw(orderId, ['nothing'])
    const card = pickCard(world, random)
    note(`${person} pays ${intentId} in a window left open (${card}) → ${stripe.confirm(secret, card)}`)
  })
  if (random.chance(0.08)) await sleep(random.pick([MINUTE, 5 * HOUR, 26 * HOUR]))
  if (random.chance(0.06)) return 'unknown'
  promises.withdraw(orderId, ['nothing'])
  const card = pickCard(world, random)
  const status = confirm(world, random, secret, card)
  note(`${person} pays ${intentId} by a card (${card}) → ${status}`)
  reach(`card: ${status}`)
  if (status === 'requires_payment_method') return 'again'
  if (random.chance(0.2)) {
    reach('a tab is closed after paying')
    return 'unknown'
  }
  await sleep(between(random, SECOND, 5 * SECOND))
  return askUntilKnown(page, random, () => page.confirmCard(intentId))
}

function confirm({ stripe }: SimulatedWorld, random: Random, secret: string, card: Card): string {
  const status = stripe.confirm(secret, card)
  if (status !== 'requires_action') return status
  reach('3-D Secure is asked')
  return random.chance(0.6) ? stripe.authenticate(secret, random.chance(0.7)) : 'the question is left alone'
}
