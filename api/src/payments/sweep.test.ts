import { asc, eq } from 'drizzle-orm'
import { dismiss } from '../admin/order-actions'
import { findAttention } from '../attention/attention'
import { cases } from '../database/after-sale-tables'
import { payments, providerEvents, providerPauses } from '../database/schema'
import { person } from '../testing/after-sale'
import { newOrderId } from '../testing/buyer'
import { HOUR, MINUTE, setUpShop } from '../testing/set-up-shop'

const shop = setUpShop()
const { buyer, outline, readOrder, sweepAt } = shop

const stateOf = async (orderId: string) => (await readOrder(orderId)).state
const intentOf = (orderId: string) => buyer.intentsOf(orderId)[0]
const insertEvents = (...events: (typeof providerEvents.$inferInsert)[]) =>
  shop.queries().insert(providerEvents).values(events)
const listed = () => shop.queries().select().from(cases)
const pausesOf = async () => (await shop.queries().select().from(providerPauses)).map(({ provider }) => provider)
const payCard = async () => (await buyer.payByCard()).orderId

describe('the sweep', () => {
  it('cancels in time, at the provider first, and takes a new attempt after that', async () => {
    const orderId = newOrderId()
    await buyer.start(orderId)
    await sweepAt(25 * HOUR)
    expect(intentOf(orderId)?.status).toBe('canceled')
    expect(await outline(orderId)).toBe('cancelled: ended; no mail')
    expect((await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))).statusCode).toBe(200)
    expect((await readOrder(orderId)).path).toEqual(['pending', 'cancelled', 'pending', 'paid'])
  })

  // A server whose clock was a day ahead expired payments under way.
  it('ends nothing that is new where a server’s clock is wrong', async () => {
    const orderId = newOrderId()
    await buyer.startWallet(orderId)
    const begun = new Date(Date.now() - 10 * MINUTE)
    const values = { createdAt: begun, checkedAt: begun, nextCheckAt: begun }
    await shop.queries().update(payments).set(values).where(eq(payments.orderId, orderId))
    const now = Date.now
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 25 * HOUR)
    await shop.startOther({ peer: shop, parts: { sweepMs: 20 } })
    const payment = async () => (await readOrder(orderId)).payments[0]
    while ((await payment())?.nextCheckAt.getTime() === begun.getTime() || (await payment())?.providerStatus === null)
      await new Promise((resolve) => setTimeout(resolve, 10))
    clock.mockRestore()
    expect((await payment())?.state).toBe('open')
  })
})

// Stripe repeats stored errors for a key, so payments stayed unseen for a day.
it('closing a payment works again as soon as the provider does', async () => {
  const orderId = newOrderId()
  await buyer.start(orderId)
  shop.failNext('cancel', { when: 'after', how: 'error' })
  await buyer.startWallet(orderId)
  shop.heal()
  await sweepAt(15 * MINUTE)
  expect(intentOf(orderId)?.status).toBe('canceled')
  expect((await readOrder(orderId)).payments[0]?.state).toBe('ended')
})

it.each(['missing', 'unauthorised'] as const)(
  'one provider that answers every payment alike raises an alert (%s), is asked no more than a few at a time, and does not stop the other',
  async (how) => {
    const orderIds = await Promise.all(Array.from({ length: 8 }, payCard))
    const { orderId: wallet, id } = await buyer.approved()
    shop.fakeProviders.payPal.capture(id)
    let asked = 0
    shop.failures.call = ({ provider }) => {
      if (provider === 'stripe') asked += 1
      return provider === 'stripe' ? { when: 'before', how } : undefined
    }
    await sweepAt(3 * MINUTE)
    expect(await stateOf(wallet)).toBe('paid')
    expect(shop.logs.join()).toContain('"alert":"provider_paused"')
    expect(await pausesOf()).toEqual(['stripe'])
    asked = 0
    await sweepAt(5 * MINUTE)
    expect([1, 2, 3]).toContain(asked)
    for (const orderId of orderIds) expect(await stateOf(orderId)).toBe('pending')
    shop.heal()
    await sweepAt(9 * MINUTE)
    expect(await pausesOf()).toEqual([])
    for (const orderId of orderIds) expect(await stateOf(orderId)).toBe('paid')
  },
)

/** Checks were sequential, so a hanging provider delayed the other. */
it('one provider that does not answer is left alone after a few tries, and delays neither payments nor kept webhooks of the other', async () => {
  for (let count = 0; count < 16; count += 1) await buyer.approved()
  const [card, heard] = [await payCard(), await payCard()]
  const event = { type: 'payment_intent.succeeded', receivedAt: new Date(Date.now() - MINUTE) }
  const waiting = Array.from({ length: 60 }, (_, index) => {
    const names = { eventId: `WH-${index}`, providerId: `ORDER${index}` }
    return { ...event, provider: 'paypal' as const, ...names }
  })
  const last = { ...event, provider: 'stripe' as const, eventId: 'evt_last', providerId: intentOf(heard)?.id ?? '' }
  await insertEvents(...waiting, last)
  const asked: string[] = []
  shop.failures.call = ({ provider }) => {
    asked.push(provider)
    return provider === 'paypal' ? { when: 'before', how: 'drop', delayMs: 400 } : undefined
  }
  await sweepAt(0)
  expect([await stateOf(card), await stateOf(heard)]).toEqual(['pending', 'paid'])
  await sweepAt(3 * MINUTE)
  expect(await stateOf(card)).toBe('paid')
  expect(asked.slice(0, 5)).toContain('stripe')
  const tries = asked.filter((provider) => provider === 'paypal').length
  expect(tries).toBeGreaterThan(0)
  expect(tries).toBeLessThan(20)
})

describe('the queue of a provider', () => {
  it('moves a payment that fails behind those that have not been asked about', async () => {
    const [poison = '', ...others] = await Promise.all(Array.from({ length: 3 }, payCard))
    const poisonId = intentOf(poison)?.id
    const asked: string[] = []
    shop.failures.call = ({ action, id = '' }) => {
      if (action === 'read') asked.push(id)
      return id === poisonId ? { when: 'before', how: 'missing' } : undefined
    }
    for (const minutes of [3, 3.5, 5, 6, 8]) await sweepAt(minutes * MINUTE)
    expect(asked.filter((id) => id === poisonId)).toHaveLength(3)
    for (const orderId of others) expect(await stateOf(orderId)).toBe('paid')
    const rows = await shop.queries().select().from(payments).orderBy(asc(payments.nextCheckAt))
    expect(rows.at(-1)).toMatchObject({ orderId: poison, failedChecks: 3 })
  })

  const poison = { provider: 'stripe', eventId: 'evt_poison', providerId: 'pi_poison' } as const
  const type = 'payment_intent.succeeded'

  // An event left the queue before its case was stored; a failure in between lost it.
  it('keeps an event in the queue as long as it cannot be listed', async () => {
    await insertEvents({ ...poison, type, attempts: 13 })
    await shop.change(`alter table cases add constraint full_list check (kind <> 'given_up') not valid`)
    await sweepAt(60 * MINUTE).catch(() => {})
    await shop.change('alter table cases drop constraint full_list')
    expect(await listed()).toEqual([])
    await sweepAt(120 * MINUTE)
    expect(await listed()).toMatchObject([{ kind: 'given_up', subject: poison.eventId }])
    const asked: string[] = []
    shop.failures.call = ({ action }) => void asked.push(action)
    await sweepAt(30 * HOUR)
    expect(asked).toEqual([])
  })

  // A warning stayed on the desk for good.
  it('leaves nothing on the desk of an event whose case is dismissed', async () => {
    await insertEvents({ ...poison, type, attempts: 13 })
    await sweepAt(60 * MINUTE)
    await dismiss(shop.api.services, String((await listed())[0]?.id), person)
    expect(await findAttention(shop.queries())).toEqual({ orders: [], cases: [], warnings: [] })
  })
})
