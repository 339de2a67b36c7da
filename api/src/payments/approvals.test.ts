import { sql } from 'drizzle-orm'
import type { Database } from '../database/database'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, NEVER_MS, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'
import { sweep } from './sweep'

let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

const MINUTE = 60_000

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database, { parts: { processingMs: NEVER_MS } })
  buyer = createBuyer(test)
}, 60_000)

beforeEach(() => test.heal())

afterAll(async () => {
  await test?.close()
  await database?.close()
})

const capturesOf = (id: string) => test.fakeProviders.payPal.orders.get(id)?.captures ?? []

async function sweepForAnHour(): Promise<void> {
  for (const minutes of [3, 5, 70]) await sweep(test.api.services, Date.now() + minutes * MINUTE)
}
/** Nothing was taken, nothing is, and the page may be told so. */
async function expectNothingTaken(orderId: string, paypalOrderId: string): Promise<void> {
  await sweepForAnHour()
  expect(capturesOf(paypalOrderId)).toEqual([])
  expect((await buyer.readStatus(orderId)).json().data.status).toBe('unpaid')
}

/** https://developer.paypal.com/api/rest/reference/orders/v2/errors/, what a capture may be refused with. */
const refusedCaptures = [
  'TRANSACTION_REFUSED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'COMPLIANCE_VIOLATION',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'DUPLICATE_INVOICE_ID',
  'TRANSACTION_RECEIVING_LIMIT_EXCEEDED',
  'ORDER_EXPIRED',
]

describe('money that a buyer has approved in the wallet', () => {
  // The page said that it had failed, and the sweep captured the payment three minutes later.
  it.each(refusedCaptures)('is not taken after PayPal has answered %s', async (issue) => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    test.failures.capture = () => issue
    const refused = await buyer.confirmWallet(id)
    expect(refused.statusCode).toBe(402)
    expect(refused.json()).toMatchObject({ code: 'payment_refused', message: expect.stringContaining('PayPal') })
    test.heal()
    expect((await readOrder(database, orderId)).payments[0]?.state).toBe('declined')
    await expectNothingTaken(orderId, id)
  })

  // A refusal that named no reason left the payment open.
  it('is not taken after a refusal without a reason', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    test.failNext('capture', { when: 'before', how: 'refused' })
    expect((await buyer.confirmWallet(id)).json().code).toBe('payment_refused')
    test.heal()
    await expectNothingTaken(orderId, id)
  })

  // The answer was looked up before it was kept, and was lost where the look failed.
  it('is not taken after a refusal that cannot be looked up', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    test.failures.capture = () => 'INSTRUMENT_DECLINED'
    let reads = 0
    test.failures.call = ({ action }) => {
      if (action !== 'read') return undefined
      reads += 1
      return reads > 1 ? { when: 'before', how: 'error' } : undefined
    }
    expect((await buyer.confirmWallet(id)).json().code).toBe('instrument_declined')
    test.heal()
    await expectNothingTaken(orderId, id)
  })

  // PayPal's own library declines in the browser and answers the page nothing.
  it('is not taken when the browser captures, is declined and is gone', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId), 'declined_once')
    expect((await buyer.sayApproved(id)).statusCode).toBe(200)
    expect(test.fakeProviders.payPal.capture(id).status).toBe(422)
    await sweepForAnHour()
    expect(capturesOf(id)).toEqual([])
  })

  // "Check again" and a reload captured what had been declined, under the words "Nothing is charged twice by checking".
  it('is not taken by asking after it', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId), 'declined_once')
    expect((await buyer.confirmWallet(id)).statusCode).toBe(402)
    for (const look of [1, 2]) expect([look, (await buyer.lookAtWallet(id)).statusCode]).toEqual([look, 402])
    expect(capturesOf(id)).toEqual([])
    await expectNothingTaken(orderId, id)
    // Another approval is another matter.
    buyer.approveAgain(id)
    expect((await buyer.confirmWallet(id)).statusCode).toBe(200)
  })

  // The page was told `unpaid`, and the sweep was about to capture.
  it('is said to be moving while no page has tried, and is taken by the sweep', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    expect((await buyer.lookAtWallet(id)).json().code).toBe('payment_processing')
    expect(capturesOf(id)).toEqual([])
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('processing')
    await sweep(test.api.services, Date.now() + 3 * MINUTE)
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('paid')
  })

  // The sweep had just taken it, and the bank was still thinking: the page read that it was given up, and that nothing is charged.
  it('that the sweep has taken before the page says so is waited for, and written about where the bank says no', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId), 'pending')
    await sweep(test.api.services, Date.now() + 3 * MINUTE)
    expect(capturesOf(id)).toHaveLength(1)
    const said = await buyer.sayApproved(id)
    expect([said.statusCode, said.json().code]).toEqual([409, 'payment_processing'])
    test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    test.fakeProviders.payPal.settleCapture(id, capturesOf(id)[0]?.id ?? '', 'DECLINED')
    await sweepForAnHour()
    expect(await readOrder(database, orderId)).toMatchObject({
      payments: [{ state: 'failed' }],
      mails: ['payment_refused'],
    })
  })

  // The page was told to wait for the sweep, whose capture was refused: nobody wrote, and the buyer waited for ever.
  it('that the sweep is refused is written about, because its buyer was told to wait', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId), 'declined')
    expect((await buyer.lookAtWallet(id)).json().code).toBe('payment_processing')
    await sweepForAnHour()
    expect(await readOrder(database, orderId)).toMatchObject({
      payments: [{ state: 'declined' }],
      mails: ['payment_refused'],
    })
  })

  // The sweep was the first to read of the approval, and took its refusal for one that the page had been told: nobody wrote.
  it('that the sweep is refused is written about where nobody has looked before', async () => {
    test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    const orderId = newOrderId()
    buyer.approve(await buyer.startWallet(orderId), 'declined')
    await sweepForAnHour()
    expect(await readOrder(database, orderId)).toMatchObject({
      payments: [{ state: 'declined' }],
      mails: ['payment_refused'],
    })
  })

  // The same when the sweep's capture had no answer, and the bank said no before the shop looked again.
  it('that a bank refuses before the shop has seen it moving is written about', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId), 'pending')
    expect((await buyer.lookAtWallet(id)).json().code).toBe('payment_processing')
    test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    test.failNext('capture', { when: 'after' })
    await sweep(test.api.services, Date.now() + 3 * MINUTE)
    test.fakeProviders.payPal.settleCapture(id, capturesOf(id)[0]?.id ?? '', 'DECLINED')
    await sweepForAnHour()
    expect(await readOrder(database, orderId)).toMatchObject({
      payments: [{ state: 'failed' }],
      mails: ['payment_refused'],
    })
  })

  // Another window was told to wait while the browser captured; the bank said no before the shop saw it moving: nobody wrote.
  it.each([
    ['status', () => buyer.readStatus],
    ['abandon', () => buyer.abandon],
  ])('that a bank refuses what %s was told to wait for is written about', async (_path, ask) => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId), 'pending')
    await buyer.sayApproved(id)
    await ask()(orderId)
    test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    test.fakeProviders.payPal.capture(id)
    test.fakeProviders.payPal.settleCapture(id, capturesOf(id)[0]?.id ?? '', 'DECLINED')
    await sweepForAnHour()
    expect((await readOrder(database, orderId)).mails).toEqual(['payment_refused'])
  })

  // A second approval was declined in the browser alone: by the first decline its buyer counted as told, who had been told to wait.
  it.each([
    ['processing', 'and asked after'],
    [undefined, 'and left alone'],
  ])('again after a decline (%s, %s) is written about once when it expires', async (status, _how) => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId), 'declined_once')
    expect((await buyer.confirmWallet(id)).statusCode).toBe(402)
    buyer.approveAgain(id, 'pending')
    await buyer.sayApproved(id)
    if (status) expect((await buyer.readStatus(orderId)).json().data.status).toBe(status)
    await database.queries().execute(sql`update payments set capture_asked_at = now() - interval '1 minute'`)
    await sweep(test.api.services, Date.now() + 25 * 60 * MINUTE)
    expect((await readOrder(database, orderId)).mails).toEqual(['payment_not_taken'])
    // A window left open captures it after all, and the bank says no.
    test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    test.fakeProviders.payPal.capture(id)
    test.fakeProviders.payPal.settleCapture(id, capturesOf(id)[0]?.id ?? '', 'DECLINED')
    await sweep(test.api.services, Date.now() + 30 * 60 * MINUTE)
    expect((await readOrder(database, orderId)).mails).toEqual(['payment_not_taken'])
  })

  // PayPal's window was left open until the payment had expired: its buyer approved it, nobody took it, and nobody wrote.
  it('after it had expired is written about once', async () => {
    const orderId = newOrderId()
    const window = await buyer.startWallet(orderId)
    await sweep(test.api.services, Date.now() + 25 * 60 * MINUTE)
    expect((await readOrder(database, orderId)).mails).toEqual([])
    const id = buyer.approve(window)
    for (const hours of [27, 29]) await sweep(test.api.services, Date.now() + hours * 60 * MINUTE)
    expect((await readOrder(database, orderId)).mails).toEqual(['payment_not_taken'])
    expect(capturesOf(id)).toEqual([])
  })

  it('after it had expired is not written about to a buyer whose page has an answer', async () => {
    const orderId = newOrderId()
    const window = await buyer.startWallet(orderId)
    await sweep(test.api.services, Date.now() + 25 * 60 * MINUTE)
    expect((await buyer.confirmWallet(buyer.approve(window))).json().code).toBe('payment_not_confirmed')
    await sweep(test.api.services, Date.now() + 27 * 60 * MINUTE)
    expect((await readOrder(database, orderId)).mails).toEqual([])
  })
})

describe('an order whose wallet payment was sent back', () => {
  // Its number was the invoice's: PayPal refused the next payment as a duplicate.
  it('can be paid by PayPal again', async () => {
    const orderId = newOrderId()
    const first = buyer.approve(await buyer.startWallet(orderId))
    await buyer.abandon(orderId)
    test.fakeProviders.payPal.capture(first)
    await sweep(test.api.services, Date.now() + 3 * MINUTE)
    expect(test.fakeProviders.payPal.orders.get(first)?.isRefunded).toBe(true)
    expect((await buyer.confirmWallet(buyer.approve(await buyer.startWallet(orderId)))).statusCode).toBe(200)
    expect((await readOrder(database, orderId)).state).toBe('paid')
  })
})
