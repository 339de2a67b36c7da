import { pence } from '@site/shared/money'
import type { Database } from '../database/database'
import { createBuyer, newOrderId } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'
import { type RefundRequest, refundPayment } from './refund-payment'
import { sweep } from './sweep'

let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

const MINUTE = 60_000
const part: RefundRequest = { actor: 'olga', reason: 'one of two did not come', amountPence: pence(5_000) }
const providers = ['stripe', 'paypal'] as const
type Provider = (typeof providers)[number]

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database)
  buyer = createBuyer(test)
}, 60_000)

beforeEach(() => test.heal())

afterAll(async () => {
  await test?.close()
  await database?.close()
})

async function pay(provider: Provider) {
  const orderId = newOrderId()
  const { stripe, payPal } = test.fakeProviders
  if (provider === 'stripe') {
    const id = buyer.payCard(await buyer.start(orderId))
    await buyer.confirmCard(orderId, id)
    return { orderId, list: () => stripe.intents.get(id)?.refunds ?? [] }
  }
  const id = buyer.approve(await buyer.startWallet(orderId))
  await buyer.confirmWallet(id)
  return { orderId, list: () => payPal.orders.get(id)?.refunds ?? [] }
}
const refund = (orderId: string, again?: number) =>
  refundPayment(test.api.services, orderId, { ...part, ...(again !== undefined && { again }) })
const refused = (reason: string) => ({ ok: false, reason: expect.stringContaining(reason) })

describe.each(providers)('the command that sends £50 back (%s)', (provider) => {
  // A command has no identity: whoever did not see its answer gave it again, and £100 were sent.
  it('is asked about before the same amount is sent again', async () => {
    const { orderId, list } = await pay(provider)
    expect(await refund(orderId)).toMatchObject({ ok: true })
    expect(await refund(orderId)).toMatchObject(refused('1 refund of £50.00 was sent already'))
    expect(await refund(orderId)).toMatchObject(refused('say --again 1.'))
    expect(list()).toHaveLength(1)
    expect(await refund(orderId, 1)).toMatchObject({ ok: true })
    expect(await refund(orderId)).toMatchObject(refused('say --again 2.'))
    expect(await refund(orderId, 2)).toMatchObject({ ok: true })
    expect(list()).toHaveLength(3)
  })

  // "--again" held for ever: its answer was lost, the shop sent it by itself, and the same command sent it once more.
  it('sends it once more, however often it is given with the same --again', async () => {
    const { orderId, list } = await pay(provider)
    await refund(orderId)
    test.failNext('refund', { when: 'after', how: 'drop' })
    expect(await refund(orderId, 1)).toMatchObject(refused('not known'))
    test.heal()
    await sweep(test.api.services, Date.now() + 5 * MINUTE)
    expect(await refund(orderId, 1)).toMatchObject(refused('2 refunds of £50.00 were sent already'))
    expect(list()).toHaveLength(2)
  })

  it('finishes what it began with --again, and lets another one wait', async () => {
    const { orderId, list } = await pay(provider)
    await refund(orderId)
    test.failures.call = ({ action }) => (action === 'refund' ? { when: 'before' } : undefined)
    expect(await refund(orderId, 1)).toMatchObject(refused('not known'))
    expect(await refund(orderId, 2)).toMatchObject(refused('under way'))
    test.heal()
    expect(await refund(orderId, 1)).toMatchObject({ ok: true, state: 'sent' })
    expect(list()).toHaveLength(2)
  })

  it('names only refunds that are there: one that failed is not counted', async () => {
    const { orderId, list } = await pay(provider)
    expect(await refund(orderId, 1)).toMatchObject(refused('leave --again out'))
    test.failures.refund = () => 'failed'
    expect((await refund(orderId)).ok).toBe(false)
    test.heal()
    expect(await refund(orderId, 1)).toMatchObject(refused('leave --again out'))
    expect(await refund(orderId)).toMatchObject({ ok: true })
    expect(list()).toHaveLength(2)
  })
})
