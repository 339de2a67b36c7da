import { papersOf } from '@site/papers/paper-repository'
import { fromPounds, toPounds } from '@site/shared/money'
import { eq, sql } from 'drizzle-orm'
import { issueMissingPapers } from '../admin/daily-jobs'
import { confirmOrder } from '../admin/order-actions'
import { creditCharged, reissue } from '../admin/paper-actions'
import { orders } from '../database/schema'
import { erasePerson } from '../personal-data/erase-person'
import { expirePersonalData } from '../personal-data/expire-orders'
import { exportPerson } from '../personal-data/export-person'
import { refundPayment } from '../refunds/refund-payment'
import { syncRefunds } from '../refunds/sync-refunds'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'

const shop = setUpShop({ isCleared: true })
const { buyer, readOrder, sweepAt } = shop

const person = { actor: 'olga', reason: 'the buyer asked' }
const DAY_MS = 86_400_000

async function pay(changes?: object): Promise<{ orderId: string; intent: string }> {
  const orderId = newOrderId()
  const intent = buyer.payCard(await buyer.start(orderId, changes))
  expect((await buyer.confirmCard(orderId, intent)).statusCode).toBe(200)
  return { orderId, intent }
}
const refund = (orderId: string, pounds?: number, again?: number) =>
  refundPayment(shop.api.services, orderId, {
    ...person,
    ...(pounds !== undefined && { amountPence: fromPounds(pounds) }),
    ...(again !== undefined && { again }),
  })
const read = (orderId: string) => papersOf(shop.database.queries(), orderId)
const outline = async (orderId: string) =>
  (await read(orderId)).map(({ number, totalPence, vatPence, about }) =>
    [number, toPounds(totalPence), toPounds(vatPence), about?.number ?? ''].join(' ').trim(),
  )
async function failLastRefund(orderId: string, intent: string): Promise<void> {
  const { stripe } = shop.fakeProviders
  stripe.settleRefund(stripe.intents.get(intent)?.refunds.at(-1)?.id ?? '', 'failed')
  await lookAtRefunds(orderId)
}
async function lookAtRefunds(orderId: string): Promise<void> {
  const [payment] = (await readOrder(orderId)).payments
  if (payment) await syncRefunds(shop.api.services, payment, 'sweep')
}

describe('a number', () => {
  // A stale counter issued a used number, and no payment could be stored.
  it('R204: is none that was issued, whatever the count says, and a payment is kept', async () => {
    await pay()
    await shop.database.queries().execute(sql`update paper_series set last = 0`)
    expect((await read((await pay()).orderId)).map(({ number }) => number)).toEqual(['R-000002'])
    await shop.database.queries().execute(sql`delete from paper_series`)
    expect((await read((await pay()).orderId)).map(({ number }) => number)).toEqual(['R-000003'])
  })
})

describe('the receipt of an order', () => {
  it('R203, R205: is issued when it is paid, with what was bought and by whom', async () => {
    const { orderId } = await pay()
    expect(await read(orderId)).toMatchObject([
      {
        ...{ kind: 'receipt', number: 'R-000001', cause: 'sale', customer: { name: 'Ada Brown', address: [] } },
        lines: [{ description: 'Manual Handling', quantity: 1, netPence: 17_900, vatPence: 3_600, vatRate: 0.2 }],
        ...{ netPence: 17_900, vatPence: 3_600, totalPence: 21_500 },
      },
    ])
  })

  it('R203: is one, however often its payment is confirmed and looked at', async () => {
    const { orderId, intent } = await pay()
    await Promise.all([1, 2, 3].map(() => buyer.confirmCard(orderId, intent)))
    await sweepAt(DAY_MS)
    expect(await outline(orderId)).toEqual(['R-000001 215 36'])
  })

  it('R203: is not of money that came twice and is sent back', async () => {
    const orderId = newOrderId()
    const first = await buyer.start(orderId)
    const wallet = await buyer.startWallet(orderId)
    await buyer.confirmWallet(buyer.approve(wallet))
    const late = buyer.payCard(first)
    await buyer.confirmCard(orderId, late)
    await sweepAt(3_600_000)
    expect(await outline(orderId)).toEqual(['R-000001 215 36'])
  })

  it('R203, R206: of an order that was held is issued when a person accepts it, with what went back before', async () => {
    const { orderId } = await pay({ items: undefined })
    expect(await outline(orderId)).toEqual([])
    await refund(orderId, 50)
    expect(await outline(orderId)).toEqual([])
    await confirmOrder(shop.api.services, orderId, person)
    expect(await outline(orderId)).toEqual(['R-000001 215 36', 'C-000001 50 8.37 R-000001'])
    expect((await read(orderId))[0]?.lines).toMatchObject([{ description: 'Manual Handling', quantity: 1 }])
  })

  // The daily job issued papers for money returned before the order was accepted.
  it('R203, D-56: is none where a held order was sent back whole', async () => {
    const { orderId } = await pay({ items: undefined })
    await refund(orderId)
    expect(await issueMissingPapers(shop.api.services)).toBe(0)
    expect(await outline(orderId)).toEqual([])
  })

  it('R212: is made up for where an earlier release took the money, and only once', async () => {
    const { orderId } = await pay()
    const other = await pay()
    await refund(orderId, 50)
    await refund(other.orderId)
    await shop.database.queries().execute(sql`truncate papers, paper_series restart identity`)
    expect(await issueMissingPapers(shop.api.services)).toBe(2)
    expect(await outline(orderId)).toEqual(['R-000001 215 36', 'C-000001 50 8.37 R-000001'])
    expect(await outline(other.orderId)).toEqual(['R-000002 215 36', 'C-000002 215 36 R-000002'])
    expect(await issueMissingPapers(shop.api.services)).toBe(0)
  })
})

describe('a credit note', () => {
  it('R203, R206: is issued for each refund that was sent; together they are the receipt', async () => {
    const { orderId } = await pay()
    await refund(orderId, 50)
    await refund(orderId, 50, 1)
    await refund(orderId)
    expect(await outline(orderId)).toEqual([
      'R-000001 215 36',
      'C-000001 50 8.37 R-000001',
      'C-000002 50 8.37 R-000001',
      'C-000003 115 19.26 R-000001',
    ])
    expect((await read(orderId))[3]?.lines[0]?.description).toBe('The rest of receipt R-000001: Manual Handling')
  })

  it('R203: is one, however often the provider’s list says the same', async () => {
    const { orderId } = await pay()
    await refund(orderId)
    for (let time = 0; time < 3; time += 1) await sweepAt(time * DAY_MS)
    expect(await outline(orderId)).toEqual(['R-000001 215 36', 'C-000001 215 36 R-000001'])
  })

  it('R203: waits until the money has gone', async () => {
    const { orderId, intent } = await pay()
    shop.failures.refund = () => 'pending'
    await refund(orderId, 50)
    expect(await outline(orderId)).toEqual(['R-000001 215 36'])
    const { stripe } = shop.fakeProviders
    stripe.settleRefund(stripe.intents.get(intent)?.refunds[0]?.id ?? '', 'succeeded')
    await sweepAt(DAY_MS)
    expect(await outline(orderId)).toHaveLength(2)
  })

  it('R203, D-56: is taken back by a receipt where the money could not be delivered, and the next refund credits again', async () => {
    const { orderId, intent } = await pay()
    await refund(orderId, 50)
    await failLastRefund(orderId, intent)
    const taken = ['R-000001 215 36', 'C-000001 50 8.37 R-000001', 'R-000002 50 8.37 C-000001']
    expect(await outline(orderId)).toEqual(taken)
    await lookAtRefunds(orderId)
    expect(await outline(orderId)).toEqual(taken)
    await refund(orderId)
    expect(await outline(orderId)).toEqual([...taken, 'C-000002 215 36 R-000001'])
  })

  it('D-53: is issued for a lost dispute only when a person says that the sale is undone; winning takes it back', async () => {
    const { orderId, intent } = await pay()
    const { stripe } = shop.fakeProviders
    shop.failures.webhook = ({ type }) => ({ isDropped: !/dispute/i.test(type), delayMs: 0 })
    const untilIs = async (state: string) => {
      while ((await readOrder(orderId)).state !== state) await new Promise((done) => setTimeout(done, 10))
    }
    const dispute = stripe.dispute(intent)
    await untilIs('needs_attention')
    stripe.closeDispute(dispute, 'lost')
    await untilIs('charged_back')
    expect(await outline(orderId)).toEqual(['R-000001 215 36'])
    expect(await creditCharged(shop.api.services, 'R-000001', person)).toContain('C-000001 takes £215.00 off')
    await expect(creditCharged(shop.api.services, 'R-000001', person)).rejects.toThrow('Nothing is left')
    stripe.closeDispute(dispute, 'won')
    await untilIs('needs_attention')
    expect(await outline(orderId)).toEqual(['R-000001 215 36', 'C-000001 215 36 R-000001', 'R-000002 215 36 C-000001'])
  })
})

describe('a wrong receipt', () => {
  const employer = { name: 'Marsh Builders Ltd', address: ['2 Example Road', 'Leeds'] }

  it('R208, D-55: is credited, and another one takes its place', async () => {
    const { orderId } = await pay()
    expect(await reissue(shop.api.services, 'R-000001', employer, person)).toContain(
      'R-000002 takes the place of R-000001',
    )
    expect(await outline(orderId)).toEqual(['R-000001 215 36', 'R-000002 215 36 R-000001', 'C-000001 215 36 R-000001'])
    const [wrong, right, note] = await read(orderId)
    expect(wrong?.customer).toEqual({ name: 'Ada Brown', address: [] })
    expect(right).toMatchObject({ customer: employer, lines: wrong?.lines, about: { number: 'R-000001' } })
    expect(note?.reason).toBe('Receipt R-000002 takes its place')
    await expect(reissue(shop.api.services, 'R-000001', {}, person)).rejects.toThrow('R-000002 does')
    await expect(reissue(shop.api.services, 'C-000001', {}, person)).rejects.toThrow('There is no receipt C-000001')
    await refund(orderId)
    expect((await outline(orderId)).at(-1)).toBe('C-000002 215 36 R-000002')
  })

  it('R206, R208: keeps off what was refunded before, also when that fails later', async () => {
    const { orderId, intent } = await pay()
    await refund(orderId, 50)
    await reissue(shop.api.services, 'R-000001', employer, person)
    expect((await outline(orderId)).slice(2)).toEqual(['R-000002 165 27.63 R-000001', 'C-000002 165 27.63 R-000001'])
    await failLastRefund(orderId, intent)
    await refund(orderId)
    expect((await outline(orderId)).slice(4)).toEqual(['R-000003 50 8.37 C-000001', 'C-000003 215 36 R-000002'])
  })

  it('R208: is never changed and never deleted, not even by hand', async () => {
    await pay()
    for (const statement of [
      sql`update papers set total_pence = total_pence + 1, net_pence = net_pence + 1`,
      sql`update papers set content = jsonb_set(content, '{customer,name}', '"Bo"')`,
      sql`update papers set content = content - 'lines'`,
      sql`delete from papers`,
    ]) {
      const refusal = shop.database.queries().execute(statement)
      await expect(refusal).rejects.toMatchObject({ cause: { message: expect.stringContaining('never changed') } })
    }
  })
})

describe('a person who is taken out of what is kept', () => {
  it('R213: stays on the papers as long as tax law has them kept, and is told what stands there', async () => {
    const { orderId } = await pay()
    expect((await exportPerson(shop.database.queries(), 'ada@example.com')).papers).toMatchObject([
      { number: 'R-000001' },
    ])
    expect(await erasePerson(shop.api.services, 'ada@example.com', person)).toContain('their receipts name them')
    expect((await read(orderId))[0]?.customer?.name).toBe('Ada Brown')
    expect(JSON.stringify(await read(orderId))).not.toContain('ada@example.com')
    expect(await expirePersonalData(shop.database, Date.now() + 6 * 365 * DAY_MS)).toBe(0)
    expect(await expirePersonalData(shop.database, Date.now() + (7 * 366 + 1) * DAY_MS)).toBe(1)
    const [paper] = await read(orderId)
    expect(paper).toMatchObject({ number: 'R-000001', totalPence: 21_500, lines: [{ description: 'Manual Handling' }] })
    expect(paper).not.toHaveProperty('customer')
    expect((await shop.database.queries().select().from(orders).where(eq(orders.id, orderId)))[0]?.customerName).toBe(
      '',
    )
  })
})
