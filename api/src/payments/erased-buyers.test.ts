import { setTimeout as wait } from 'node:timers/promises'
import { orders } from '../database/schema'
import { createMailWorker } from '../mail/mail-worker'
import { erasePerson } from '../personal-data/erase-person'
import { expirePersonalData } from '../personal-data/expire-orders'
import { createAfterSale, person } from '../testing/after-sale'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { silentLog } from '../testing/silent-log'

const shop = setUpShop()
const { buyer, outline, readOrder, sweepAt } = shop
const { casesOf } = createAfterSale(shop)

const DAY = 24 * 60 * 60_000
const erase = () => erasePerson(shop.api.services, 'ada@example.com', person)

// A buyer erased before payment got no message, despite the page's promise.
describe('an order whose buyer was taken out', () => {
  it('can be paid no more: what comes is sent back, and the owner learns of it', async () => {
    const { orderId, id } = await buyer.approved()
    await erase()
    shop.fakeProviders.payPal.capture(id)
    await sweepAt(15 * 60_000)
    expect(shop.fakeProviders.payPal.orders.get(id)?.isRefunded).toBe(true)
    expect(await outline(orderId)).toBe('cancelled: refunded 215 back; no mail')
    expect(await casesOf(orderId)).toMatchObject([{ kind: 'paid_after_erasure', amountPence: 21_500 }])
  })

  // Orders with a last dot or a name around the address, as earlier releases took them, were missed.
  it.each(['ADA@example.com.', 'Ada <ada@example.com>'])('is found as %s', async (kept) => {
    const orderId = await buyer.buy()
    await shop.queries().update(orders).set({ customerEmail: kept })
    await erase()
    expect((await readOrder(orderId)).order).toMatchObject({ customerEmail: '', erasedAt: expect.any(Date) })
  })

  it('promises no message after the sale', async () => {
    const { orderId, id } = await buyer.payByCard()
    expect((await buyer.confirmCard(orderId, id)).json().data.isMailed).toBe(true)
    await erase()
    expect((await buyer.confirmCard(orderId, id)).json().data.isMailed).toBe(false)
    expect((await buyer.readStatus(orderId)).json().data.isMailed).toBe(false)
  })

  // The message arrived after the shop had reported the erasure as complete.
  it('is not said to be gone while a message to them is on its way', async () => {
    await buyer.buy()
    const seen: string[] = []
    const worker = createMailWorker({
      database: shop.database,
      log: silentLog,
      mailFrom: 'shop@example.com',
      writeLink: async () => '',
      send: async () => {
        seen.push('sending')
        await wait(300)
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

  // Name and e-mail returned under the old date and never expired.
  it('has its buyer again when they come back, writes to them, and forgets them in time', async () => {
    const orderId = newOrderId()
    await buyer.start(orderId)
    await erase()
    const again = await buyer.start(orderId)
    expect((await readOrder(orderId)).order).toMatchObject({ customerEmail: 'ada@example.com', erasedAt: null })
    await buyer.confirmCard(orderId, buyer.payCard(again))
    expect((await readOrder(orderId)).mails).toEqual(['order_confirmation'])
    const createdAt = new Date(Date.now() - 8 * 366 * DAY)
    await shop.queries().update(orders).set({ createdAt })
    expect(await expirePersonalData(shop.database)).toBe(1)
  })
})
