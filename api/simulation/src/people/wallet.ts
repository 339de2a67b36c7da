import type { Random } from '@platform/base/testing/random'
import type { PayPalOrder } from '../books/paypal/paypal-objects'
import type { SimulatedWorld } from '../simulated-world'
import { HOUR, MINUTE, SECOND, sleep, trueNow } from '../world/clock'
import { between } from '../world/random'
import { note, reach } from '../world/trace'
import { askUntilKnown, useOtherWindow } from './ask'
import type { LeftOpen } from './card'
import { mayBePaidOtherwise, type Outcome, type Page } from './page'

const MAX_RESTARTS = 2
const quick = ['balance', 'balance', 'balance', 'balance', 'refused at once'] as const
const slow = ['bank', 'bank without money'] as const

/** One attempt to pay by PayPal: approved in its window, captured in the browser or by the shop. */
export async function payByWallet(
  world: SimulatedWorld,
  page: Page,
  random: Random,
  leave: (open: LeftOpen) => void,
): Promise<Outcome> {
  const { outcome, reply } = await page.startWallet()
  if (outcome !== 'begun') return outcome
  const id = String(reply.data.paypalOrderId)
  leave(() => {
    reach('an approval in a window left open')
    approve(world, page, random, id)
  })
  if (random.chance(0.06)) return 'unknown'
  await sleep(random.pick([5 * SECOND, MINUTE, MINUTE, 2 * HOUR, 4 * HOUR]))
  for (let restarts = 0; restarts <= MAX_RESTARTS; restarts += 1) {
    if (!approve(world, page, random, id)) return 'unknown'
    if (random.chance(0.12)) {
      reach('a tab is closed after approving')
      return 'unknown'
    }
    if (random.chance(0.08)) {
      reach('the page is reloaded after the approval')
      return lookAgain(page, random, id, false)
    }
    const after = await afterApproval(world, page, random, id)
    if (after !== 'declined') return after
    if (random.chance(0.4)) return random.chance(0.5) ? 'declined' : 'again'
    await sleep(between(random, 5 * SECOND, 2 * MINUTE))
  }
  return 'declined'
}

function approve({ payPal, promises, habits }: SimulatedWorld, page: Page, random: Random, id: string): boolean {
  const { orderId, person } = page.visit
  promises.withdraw(orderId, ['nothing'])
  const isSlow = random.chance(habits.slowBanks)
  const funding = random.pick<PayPalOrder['funding']>(isSlow ? slow : quick)
  const isApproved = payPal.approve(id, funding)
  note(`${person} ${isApproved ? `approves ${id} (${funding})` : `cannot approve ${id} any more`}`)
  return isApproved
}

/** The page is called back: it says that the browser captures, the browser does, and the shop confirms. */
async function afterApproval(world: SimulatedWorld, page: Page, random: Random, id: string): Promise<Outcome> {
  const said = await page.announceCapture(id)
  if (said !== 'capture' && said !== 'leave it to the shop') return said
  if (random.chance(0.06)) {
    reach('a tab is closed before it captures')
    return 'left'
  }
  if (said === 'capture' && random.chance(0.12)) {
    void captureLate(world, page, random, id)
    return random.chance(0.5) ? 'again' : lookAgain(page, random, id, false)
  }
  if (said === 'capture') await beSlow(page, random)
  const captured =
    said === 'capture' && random.chance(0.85) ? captureInBrowser(world, page, random, id) : 'left to the shop'
  if (captured === 'nobody knows') return 'left'
  if (captured !== 'left to the shop' && random.chance(0.1)) {
    reach('a tab is closed after a capture in the browser')
    return 'unknown'
  }
  const isLeft = captured !== 'left to the shop' && random.chance(0.1)
  if (isLeft) reach("PayPal's window is left while the browser captures")
  const isDeclined = isLeft || captured === 'INSTRUMENT_DECLINED'
  const isTaken = !isLeft && captured === 'taken'
  const how = { isApproved: !isDeclined, isDeclined, isTaken }
  if (isDeclined && random.chance(0.5)) void repeatDecline(page, random, id)
  const [first] = await Promise.all([page.confirmWallet(id, how), useOtherWindow(page, random)])
  if (first.outcome === 'unknown' || first.outcome === 'waiting') return lookAgain(page, random, id, isTaken)
  if ((first.outcome === 'again' || first.outcome === 'declined') && random.chance(0.5)) {
    reach('the page looks again after a no')
    const second = await page.confirmWallet(id, { isApproved: false })
    return second.outcome
  }
  return first.outcome
}

/** A browser may be kept waiting before it captures, for longer than the shop thinks that it does; meanwhile its buyer gives up. */
async function beSlow(page: Page, random: Random): Promise<void> {
  if (!random.chance(0.1)) return
  reach('the browser is slow to capture')
  const giveUp = async () => {
    await sleep(between(random, 5 * SECOND, MINUTE))
    if (await page.abandon()) reach('the buyer gives up')
  }
  await Promise.all([sleep(random.pick([20 * SECOND, 2 * MINUTE])), random.chance(0.5) ? giveUp() : undefined])
}

/** The computer sleeps before its browser captures, and wakes up when its buyer has gone on in another window. */
async function captureLate(world: SimulatedWorld, page: Page, random: Random, id: string): Promise<void> {
  await sleep(random.pick([20 * SECOND, 2 * MINUTE, 30 * HOUR, 30 * HOUR]))
  if (trueNow() > world.healsAt) return
  reach('the browser captures long after the approval')
  world.promises.withdraw(page.visit.orderId, ['nothing'])
  const captured = captureInBrowser(world, page, random, id)
  if (captured === 'nobody knows') return
  const isDeclined = captured === 'INSTRUMENT_DECLINED'
  await page.confirmWallet(id, { isApproved: !isDeclined, isDeclined, isTaken: captured === 'taken' })
}

/** What the browser said once arrives again, when the buyer may have approved another source of money. */
async function repeatDecline(page: Page, random: Random, id: string): Promise<void> {
  await sleep(random.pick([5 * SECOND, MINUTE, 5 * MINUTE, HOUR]))
  reach('a decline in the browser is said twice')
  await page.repeatDecline(id)
}

/** What PayPal's library comes to in the browser: the money, an issue, or a no that it shows itself and passes on to nobody. */
function captureInBrowser(world: SimulatedWorld, page: Page, random: Random, id: string): string {
  const { orderId, person } = page.visit
  const capture = world.payPal.capture(id, false)
  const issue = capture.ok ? undefined : (capture.issue ?? String(capture.status))
  note(`${person}'s browser captures ${id} → ${issue ?? 'done'}`)
  reach(capture.ok ? 'the browser captures' : 'a capture in the browser is declined')
  if (issue === undefined) return world.payPal.isTaken(id) ? 'taken' : 'the bank decides'
  if (!random.chance(0.4)) return issue
  if (!mayBePaidOtherwise(world, orderId)) world.promises.give(orderId, 'nothing', `PayPal's window said ${issue}`)
  reach("PayPal's window says no and the page is closed")
  return 'nobody knows'
}

function lookAgain(page: Page, random: Random, id: string, isTaken: boolean): Promise<Outcome> {
  return askUntilKnown(page, random, () => page.confirmWallet(id, { isApproved: false, isTaken }))
}
