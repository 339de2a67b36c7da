import type { Database } from '../database/database'
import { orders, outbox, payments } from '../database/schema'
import { createBuyer, newOrderId } from '../testing/buyer'
import { type DatabaseFault, fragile } from '../testing/fragile-database'
import { createRandom } from '../testing/random'
import { createTestApi, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'
import { sweep } from './sweep'

/** `RANDOM_SEED` repeats a run that failed; `RANDOM_PURCHASES` makes it longer. */
const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000)
const purchases = Number(process.env.RANDOM_PURCHASES ?? 500)
const AT_ONCE = 8
const HOUR = 3_600_000

const random = createRandom(seed)
const { chance, pick } = random

let database: Database
let test: TestApi
let isFaulty = true

const databaseFault = (): DatabaseFault =>
  isFaulty && chance(0.05) ? pick(['before commit', 'after commit'] as const) : undefined

beforeAll(async () => {
  database = await createTestDatabase()
  const away = { isAway: () => isFaulty && chance(0.02), nextFault: databaseFault }
  test = await createTestApi(fragile(database, away), { config: { intentsPerMinute: 1_000_000 } })
}, 60_000)

afterAll(async () => {
  await test?.close()
  await database?.close()
})

function makeFaulty(): void {
  test.faults.call = () =>
    chance(0.15)
      ? {
          when: pick(['before', 'after'] as const),
          how: pick(['error', 'drop'] as const),
          delayMs: pick([0, 0, 40] as const),
        }
      : undefined
  test.faults.webhook = () => ({
    isDropped: chance(0.4),
    times: pick([1, 1, 2, 3] as const),
    delayMs: pick([0, 5, 200] as const),
  })
}

/**
 * One buyer: tries, clicks twice, changes the way to pay, may close the tab at any step, and may pay
 * in a window that was left open from an earlier try.
 */
async function purchase(): Promise<void> {
  const buyer = createBuyer(test)
  const orderId = newOrderId()
  const leftOpen: (() => void)[] = []
  await tryToPay()
  if (chance(0.3)) for (const pay of leftOpen) pay()

  async function tryToPay(): Promise<void> {
    for (let tries = 0; tries < 3; tries += 1) {
      if (chance(0.1)) return
      const isPaid = chance(0.6) ? await payByCard(orderId) : await payByWallet(orderId)
      if (isPaid) return
    }
  }

  async function payByCard(id: string): Promise<boolean> {
    const clicks = await Promise.all(Array.from({ length: pick([1, 1, 2] as const) }, () => buyer.start(id)))
    const started = clicks.find((reply) => reply.statusCode === 200)
    if (!started) return clicks.some((reply) => reply.json().code === 'order_paid')
    leftOpen.push(() => buyer.payCard(started))
    if (chance(0.1)) return false
    const number = pick(['4242424242424242', '4242424242424242', '4000000000000002', '4000000000007007'] as const)
    const intentId = buyer.payCard(started, number)
    // Once the provider has taken it, no page offers to pay this order again.
    const isTaken = number.startsWith('4242')
    if (chance(0.2)) return isTaken
    const confirmed = await buyer.confirmCard(id, intentId)
    return isTaken || confirmed.statusCode === 200
  }

  async function payByWallet(id: string): Promise<boolean> {
    const started = await buyer.startWallet(id)
    if (started.statusCode !== 200) return started.json().code === 'order_paid'
    leftOpen.push(() => test.standIns.payPal.capture(buyer.approve(started)))
    if (chance(0.1)) return false
    const paypalId = buyer.approve(started, pick(['balance', 'balance', 'declined', 'pending'] as const))
    if (chance(0.5)) test.standIns.payPal.capture(paypalId)
    if (chance(0.2)) return true
    return (await buyer.confirmWallet(paypalId)).statusCode === 200
  }
}

/** Money that was taken and not sent back, by order. */
function chargesByOrder(): Map<string, number> {
  const charges = new Map<string, number>()
  const add = (orderId: string | undefined, count: number) => {
    if (orderId && count > 0) charges.set(orderId, (charges.get(orderId) ?? 0) + count)
  }
  for (const { metadata, charges: count, isRefunded } of test.standIns.stripe.intents.all()) {
    add(metadata.order, count - (isRefunded ? 1 : 0))
  }
  for (const { unit, captures, isRefunded } of test.standIns.payPal.orders.all()) {
    const isTaken = captures.some(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    add(unit.invoice_id, isTaken && !isRefunded ? 1 : 0)
  }
  return charges
}

it(`charges nobody twice and loses no payment in ${purchases} purchases with faults everywhere (seed ${seed})`, async () => {
  makeFaulty()
  let begun = 0
  const shop = async () => {
    while (begun < purchases) {
      begun += 1
      await purchase()
      if (chance(0.05)) await sweep(test.api.services, Date.now() + 3 * 60_000).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, shop))

  isFaulty = false
  test.heal()
  await new Promise((resolve) => setTimeout(resolve, 500))
  // Everything recovers within one sweep; the second only finds what the first has changed.
  for (let run = 0; run < 8; run += 1) await sweep(test.api.services, Date.now() + HOUR / 12)

  const queries = database.queries()
  const charges = chargesByOrder()
  expect([...charges].filter(([, count]) => count > 1)).toEqual([])

  const kept = await queries.select().from(orders)
  const isPaid = (state: string) => state === 'paid' || state === 'needs_attention'
  const paid = kept.filter(({ state }) => isPaid(state)).map(({ id }) => id)
  expect(paid.sort()).toEqual([...charges.keys()].sort())

  const counted = (await queries.select().from(payments)).filter(({ state }) => state === 'succeeded')
  expect(counted.map(({ orderId }) => orderId).sort()).toEqual(paid)
  const mails = await queries.select().from(outbox)
  expect(mails.map(({ orderId }) => orderId).sort()).toEqual(paid)
  // The run would prove nothing if nobody had come through.
  expect(paid.length).toBeGreaterThan(purchases / 4)
}, 600_000)
