import { captureBody, told } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { NEVER_MS } from '../testing/test-api'

const shop = setUpShop({ parts: { processingMs: NEVER_MS } })
const { buyer, outline, readOrder } = shop
const { approved } = buyer

const capture = (id: string) => shop.fakeProviders.payPal.capture(id)

describe('a wallet payment of a tab that was opened before the update', () => {
  const sayApproved = (paypalOrderId: string) => shop.post('paypal-approved', { paypalOrderId })
  const confirm = (id: string, said: object) => shop.post('paypal-capture', { ...captureBody(id), ...said })

  async function finish(id: string) {
    const said = await sayApproved(id)
    if (said.statusCode !== 200) return said
    return confirm(id, capture(id).status === 422 ? { isDeclined: true } : { isApproved: true })
  }

  it('R156: asks, captures and is paid, by another source after a decline, also where a page was told to wait', async () => {
    for (const isAsked of [false, true]) {
      const { orderId, id } = await approved('declined_once')
      if (isAsked) await buyer.lookAtWallet(id)
      expect((await sayApproved(id)).json()).toMatchObject({ success: true, data: { orderId } })
      expect(told(await finish(id))).toEqual([402, 'instrument_declined'])
      buyer.approveAgain(id)
      expect((await finish(id)).statusCode).toBe(200)
      expect(await outline(orderId)).toBe('paid: succeeded; order_confirmation')
    }
    const left = await approved('declined_once')
    await finish(left.id)
    expect((await buyer.abandon(left.orderId)).statusCode).toBe(200)
    expect((await readOrder(left.orderId)).payments).toMatchObject([{ state: 'ended' }])
  })

  it('captures nothing once the order is paid, given up, being decided about, or unknown', async () => {
    const paid = await approved()
    await finish(paid.id)
    const left = await approved()
    await buyer.abandon(left.orderId)
    const slow = await approved('pending')
    await finish(slow.id)
    const replies = await Promise.all([paid.id, left.id, slow.id, 'NOSUCHORDER'].map(sayApproved))
    const codes = ['order_paid', 'order_conflict', 'payment_processing', 'payment_not_found']
    expect(replies.map((reply) => reply.json().code)).toEqual(codes)
    expect((await confirm(slow.id, { isDeclined: true })).json().code).toBe('payment_processing')
  })
})
