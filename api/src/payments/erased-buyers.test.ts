import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { cases } from '../database/after-sale-tables'
import { orders, outbox } from '../database/schema'
import { createMailWorker } from '../mail/mail-worker'
import { claimMail } from '../mail/outbox-repository'
import { erasePerson } from '../personal-data/erase-person'
import { expirePersonalData } from '../personal-data/expire-orders'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { silentLog } from '../testing/silent-log'
import { NEVER_MS } from '../testing/test-api'

const shop = setUpShop({ isCleared: true, parts: { processingMs: NEVER_MS } })
const { buyer, readOrder, sweepAt } = shop

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const person = { actor: 'olga', reason: 'asked by the buyer' }

const casesOf = (orderId: string) => shop.database.queries().select().from(cases).where(eq(cases.orderId, orderId))
const erase = () => erasePerson(shop.api.services, 'ada@example.com', person)

// A buyer erased before payment got no message, despite the page's promise.
describe('an order whose buyer was taken out', () => {
  it('can be paid no more: what comes is sent back, and the owner learns of it', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    await erase()
    shop.fakeProviders.payPal.capture(id)
    await sweepAt(15 * MINUTE)
    expect(shop.fakeProviders.payPal.orders.get(id)?.isRefunded).toBe(true)
    expect(await readOrder(orderId)).toMatchObject({ state: 'cancelled', mails: [] })
    expect(await casesOf(orderId)).toMatchObject([{ kind: 'paid_after_erasure', amountPence: 21_500 }])
  })

  it('is not erased while its money may be moving', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    await buyer.lookAtWallet(id)
    await expect(erase()).rejects.toThrow('must be ended first')
  })

  it('promises no message after the sale', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId))
    expect((await buyer.confirmCard(orderId, id)).json().data.isMailed).toBe(true)
    await erase()
    expect((await buyer.confirmCard(orderId, id)).json().data.isMailed).toBe(false)
    expect((await buyer.readStatus(orderId)).json().data.isMailed).toBe(false)
  })

  // The message arrived after the shop had reported the erasure as complete.
  it('is not said to be gone while a message to them is on its way', async () => {
    const orderId = newOrderId()
    await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
    const seen: string[] = []
    const worker = createMailWorker({
      database: shop.database,
      log: silentLog,
      mailFrom: 'shop@example.com',
      writeLink: async () => '',
      send: async () => {
        seen.push('sending')
        await wait(700)
        seen.push('sent')
      },
    })
    const sending = worker.sendDue()
    while (seen.length === 0) await wait(5)
    await erase()
    seen.push('erased')
    await sending
    expect(seen.slice(-2)).toEqual(['sent', 'erased'])
  })

  it('can be taken out once the mail server, or a server that died with the message, has had its time', async () => {
    const orderId = newOrderId()
    await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
    await claimMail(shop.database.queries())
    await expect(erase()).rejects.toThrow('A message to ada@example.com is being sent just now.')
    expect((await readOrder(orderId)).order?.erasedAt).toBeNull()
    await shop.database.queries().execute(sql`update outbox set next_attempt_at = now()`)
    await erase()
    expect((await readOrder(orderId)).mails).toEqual([])
  })

  // Name and e-mail returned under the old date and never expired.
  it('has its buyer again when they come back, writes to them, and forgets them in time', async () => {
    const orderId = newOrderId()
    await buyer.start(orderId)
    await erase()
    const again = await buyer.start(orderId)
    expect((await readOrder(orderId)).order).toMatchObject({
      customerEmail: 'ada@example.com',
      erasedAt: null,
    })
    await buyer.confirmCard(orderId, buyer.payCard(again))
    expect((await readOrder(orderId)).mails).toEqual(['order_confirmation'])
    await shop.database
      .queries()
      .update(orders)
      .set({ createdAt: new Date(Date.now() - 8 * 366 * DAY) })
    expect(await expirePersonalData(shop.database)).toBe(1)
  })
})

describe('a bank that refuses late, twice', () => {
  // The second message shared the first one's name and was never sent.
  it('is written about twice', async () => {
    const orderId = newOrderId()
    for (const _time of [1, 2]) {
      const id = buyer.payCard(await buyer.start(orderId), '4000000000008005')
      expect((await buyer.confirmCard(orderId, id)).json().code).toBe('payment_processing')
      buyer.letBankDecide(id)
      await buyer.confirmCard(orderId, id)
    }
    const mails = await shop.database.queries().select().from(outbox).where(eq(outbox.orderId, orderId))
    expect(mails.map(({ kind }) => kind)).toEqual([
      expect.stringMatching(/^payment_refused:\d+$/),
      expect.stringMatching(/^payment_refused:\d+$/),
    ])
  })
})

// An order held for a silent provider ended without the promised message.
it('a bank that refuses after its provider was silent for a day is written about', async () => {
  const orderId = newOrderId()
  const id = buyer.payCard(await buyer.start(orderId), '4000000000008005')
  expect((await buyer.confirmCard(orderId, id)).json().code).toBe('payment_processing')
  shop.failures.call = () => ({ when: 'before' })
  for (const hours of [1, 12, 30, 36]) await sweepAt(hours * HOUR)
  expect((await readOrder(orderId)).state).toBe('needs_attention')
  shop.failures.call = undefined
  shop.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
  buyer.letBankDecide(id)
  for (const hours of [40, 50, 60]) await sweepAt(hours * HOUR)
  expect(await readOrder(orderId)).toMatchObject({ state: 'cancelled', mails: ['payment_refused'] })
})
