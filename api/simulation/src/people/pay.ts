import type { Random } from '@platform/base/testing/random'
import type { World } from '../create-world'
import { between } from '../world/actors'
import { HOUR, MINUTE, SECOND, sleep } from '../world/clock'
import { note } from '../world/trace'
import type { Outcome, Page } from './page'

export type LeftOpen = () => void

const MAX_ASKED = 4
const MAX_RESTARTS = 2
const quickCards = ['4242424242424242', '4242424242424242', '4000000000000002', '4000002500003155'] as const
const slowCards = ['4000000000007007', '4000000000008005'] as const

export async function payByCard(world: World, page: Page, random: Random, leave: (open: LeftOpen) => void) {
  const { outcome, data } = await page.startCard()
  if (outcome !== 'begun') return outcome
  const secret = String(data.clientSecret)
  const id = secret.split('_secret_')[0] ?? ''
  leave(() => {
    useCard(world, page, random, id, secret)
  })
  if (random.chance(0.1)) await sleep(random.pick([MINUTE, 5 * HOUR, 26 * HOUR]))
  if (random.chance(0.06)) return 'left'
  const status = useCard(world, page, random, id, secret)
  if (status === 'requires_payment_method' || status === 'requires_action') return 'again'
  if (random.chance(0.2)) return 'left'
  // The page may show the SDK's "processing" without asking the shop.
  if (status === 'processing' && random.chance(0.7)) return 'processing'
  await sleep(between(random, SECOND, 5 * SECOND))
  return askUntilKnown(page, random, () => page.confirmCard(id))
}

function useCard(
  { sandbox: { stripe }, statements, plan }: World,
  page: Page,
  random: Random,
  id: string,
  secret: string,
) {
  const { orderId, person } = page.visit
  statements.act(orderId)
  const number = random.chance(plan.slowBanks) ? random.pick(slowCards) : random.pick(quickCards)
  const card = { number, expMonth: 1, expYear: 2099, name: person, email: page.visit.email }
  const method = Object(stripe.createMethod(card).body).id
  stripe.confirm(id, secret, String(method))
  if (stripe.intents.get(id)?.status === 'requires_action' && random.chance(0.7)) {
    stripe.authenticate(id, secret, random.chance(0.7))
  }
  const status = stripe.intents.get(id)?.status ?? 'missing'
  note(`${person} pays ${id} by ${number} → ${status}`)
  return status
}

export async function payByWallet(world: World, page: Page, random: Random, leave: (open: LeftOpen) => void) {
  const { outcome, data } = await page.startWallet()
  if (outcome !== 'begun') return outcome
  const id = String(data.paypalOrderId)
  leave(() => {
    if (approve(world, page, random, id) && random.chance(0.7)) captureInBrowser(world, page, id)
  })
  if (random.chance(0.06)) return 'left'
  await sleep(random.pick([5 * SECOND, MINUTE, MINUTE, 2 * HOUR, 4 * HOUR]))
  for (let restarts = 0; restarts <= MAX_RESTARTS; restarts += 1) {
    if (!approve(world, page, random, id)) return 'unknown'
    if (random.chance(0.15)) return 'left'
    if (random.chance(0.1)) await sleep(random.pick([20 * SECOND, 2 * MINUTE, 2 * HOUR]))
    const captured = captureInBrowser(world, page, id)
    if (captured === 'taken' || captured === 'pending') {
      if (random.chance(0.15)) return 'left'
      return askUntilKnown(page, random, () => page.confirmWallet(id))
    }
    // The page shows a decline at once; one of a former release asks the shop about every other refusal.
    if (captured !== 'INSTRUMENT_DECLINED') return askUntilKnown(page, random, () => page.confirmWallet(id))
    if (random.chance(0.4)) return 'declined'
    await sleep(between(random, 5 * SECOND, 2 * MINUTE))
  }
  return 'declined'
}

function approve({ sandbox: { payPal }, statements, plan }: World, page: Page, random: Random, id: string): boolean {
  const { orderId, person } = page.visit
  statements.act(orderId)
  const funding = random.chance(plan.slowBanks / 2) ? random.pick(['pending', 'pending_denied']) : 'balance'
  const { status } = payPal.approve(id, funding as 'balance')
  note(`${person} approves ${id} (${funding}) → ${status}`)
  return status === 200
}

function captureInBrowser({ sandbox: { payPal }, statements }: World, page: Page, id: string): string {
  statements.act(page.visit.orderId)
  const { status, body } = payPal.capture(id)
  const issue = /"issue":"(\w+)"/.exec(JSON.stringify(body))?.[1]
  const state = payPal.orders.get(id)?.captures.at(-1)?.status
  const said = status === 201 ? (state === 'COMPLETED' ? 'taken' : state === 'PENDING' ? 'pending' : 'DECLINED') : issue
  note(`${page.visit.person}'s browser captures ${id} → ${said}`)
  return said ?? 'error'
}

async function askUntilKnown(page: Page, random: Random, ask: () => Promise<{ outcome: Outcome }>): Promise<Outcome> {
  for (let asked = 0; asked < MAX_ASKED; asked += 1) {
    const isTwice = random.chance(0.1)
    const [{ outcome }] = await Promise.all([ask(), isTwice ? ask() : undefined, useOtherWindow(page, random)])
    if ((outcome !== 'unknown' && outcome !== 'processing') || random.chance(0.3)) return outcome
    await sleep(between(random, SECOND, MINUTE))
    const read = random.chance(0.3) ? await page.readStatus() : undefined
    if (read && read.outcome !== 'unknown' && read.outcome !== 'processing') return read.outcome
  }
  return 'unknown'
}

async function useOtherWindow(page: Page, random: Random): Promise<void> {
  const drawn = random.uniform()
  if (drawn > 0.2) return
  await sleep(between(random, 1, 3 * SECOND))
  await (drawn < 0.06 ? page.abandon() : page.readStatus())
}
