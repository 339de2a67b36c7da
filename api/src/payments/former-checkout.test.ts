import { captureBody, newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { NEVER_MS } from '../testing/test-api'

const shop = setUpShop({ parts: { processingMs: NEVER_MS } })
const { buyer, readOrder, sweepAt } = shop

const HOUR = 3_600_000

async function approved(funding?: Parameters<typeof buyer.approve>[1]) {
  const orderId = newOrderId()
  return { orderId, id: buyer.approve(await buyer.startWallet(orderId), funding) }
}

const sayApproved = (paypalOrderId: string) => shop.post('paypal-approved', { paypalOrderId })
const confirm = (id: string, said: object) => shop.post('paypal-capture', { ...captureBody(id), ...said })
const codeOf = async (reply: ReturnType<typeof shop.post>) => (await reply).json().code

async function finish(id: string) {
  const said = await sayApproved(id)
  if (said.statusCode !== 200) return said
  const { status } = shop.fakeProviders.payPal.capture(id)
  return confirm(id, status === 422 ? { isDeclined: true } : { isApproved: true })
}

describe('a wallet payment of a tab that was opened before the update', () => {
  it('R156: asks, captures and is paid', async () => {
    const { orderId, id } = await approved()
    expect((await sayApproved(id)).json()).toMatchObject({ success: true, data: { orderId } })
    expect((await finish(id)).statusCode).toBe(200)
    expect((await readOrder(orderId)).state).toBe('paid')
  })

  it('is paid by another source after a decline, also where a page was told to wait', async () => {
    for (const isAsked of [false, true]) {
      const { orderId, id } = await approved('declined_once')
      if (isAsked) await buyer.lookAtWallet(id)
      const declined = await finish(id)
      expect([declined.statusCode, declined.json().code]).toEqual([402, 'instrument_declined'])
      buyer.approveAgain(id)
      expect((await finish(id)).statusCode).toBe(200)
      expect((await readOrder(orderId)).mails).toEqual(['order_confirmation'])
    }
  })

  it('ends unpaid after a decline when its buyer goes away', async () => {
    const { orderId, id } = await approved('declined_once')
    await finish(id)
    expect((await buyer.abandon(orderId)).statusCode).toBe(200)
    expect((await readOrder(orderId)).payments).toMatchObject([{ state: 'ended' }])
  })

  it('is believed only by what the provider has', async () => {
    const paid = await approved()
    shop.fakeProviders.payPal.capture(paid.id)
    expect((await confirm(paid.id, { isDeclined: true })).statusCode).toBe(200)
    const untaken = await approved()
    expect(await codeOf(confirm(untaken.id, { isApproved: true }))).toBe('payment_processing')
    await sweepAt(3.1 * HOUR)
    expect((await buyer.readStatus(untaken.orderId)).json().data.status).toBe('unpaid')
  })

  it('captures nothing once the order is paid, given up, being decided about, or unknown', async () => {
    const paid = await approved()
    await finish(paid.id)
    const left = await approved()
    await buyer.abandon(left.orderId)
    const slow = await approved('pending')
    await finish(slow.id)
    const codes = await Promise.all([paid.id, left.id, slow.id, 'NOSUCHORDER'].map((id) => codeOf(sayApproved(id))))
    expect(codes).toEqual(['order_paid', 'order_conflict', 'payment_processing', 'payment_not_found'])
    expect(await codeOf(confirm(slow.id, { isDeclined: true }))).toBe('payment_processing')
  })
})
