import { findGaps, papersOf } from '@site/papers/paper-repository'
import { toPounds } from '@site/shared/money'
import { issueMissingPapers } from '../admin/daily-jobs'
import { confirmOrder } from '../admin/order-actions'
import { creditCharged, reissue } from '../admin/paper-actions'
import { erasePerson } from '../personal-data/erase-person'
import { expirePersonalData } from '../personal-data/expire-orders'
import { exportPerson } from '../personal-data/export-person'
import { syncRefunds } from '../refunds/sync-refunds'
import { createAfterSale, part, person, untilEqual } from '../testing/after-sale'
import { setUpShop } from '../testing/set-up-shop'

const shop = setUpShop()
const sale = createAfterSale(shop)
const { refund } = sale
const { buyer, readOrder, sweepAt } = shop

const DAY_MS = 86_400_000

const pay = (changes?: object) => buyer.pay('stripe', changes)
const read = (orderId: string) => papersOf(shop.queries(), orderId)
/** For example `C-000001 50 8.37 R-000001`: number, total and VAT in pounds, and the paper it is about. */
const outline = async (orderId: string) =>
  (await read(orderId)).map(({ number, totalPence, vatPence, about }) =>
    [number, toPounds(totalPence), toPounds(vatPence), about?.number ?? ''].join(' ').trim(),
  )

const receipt = 'R-000001 215 36'
const note50 = 'C-000001 50 8.37 R-000001'

// A stale counter issued a used number, and no payment could be stored.
it('R204: a number is none that was issued, whatever the count says, and a payment is kept', async () => {
  await pay()
  await shop.change('update paper_series set last = 0')
  expect(await outline((await pay()).orderId)).toEqual(['R-000002 215 36'])
  await shop.change('delete from paper_series')
  expect(await outline((await pay()).orderId)).toEqual(['R-000003 215 36'])
})

it('R204: a number of a transaction that fails is the next one’s; a gap is what the owner reads of', async () => {
  const { orderId, id } = await buyer.payByCard()
  // The outbox write follows the receipt, so its failure tests the rollback.
  await shop.change('alter table outbox add constraint broken check (false) not valid')
  expect((await buyer.confirmCard(orderId, id)).statusCode).toBeGreaterThanOrEqual(500)
  expect(await outline(orderId)).toEqual([])
  await shop.change('alter table outbox drop constraint broken')
  expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
  expect(await outline(orderId)).toEqual([receipt])
  await shop.change('update paper_series set last = last + 1')
  expect(await findGaps(shop.queries())).toEqual([
    'The numbers of papers have a gap: R-000002 is the last of its series, which has 1 papers',
  ])
})

describe('the receipt of an order', () => {
  it('R203, R206: of an order that was held is issued when a person accepts it, with what went back before', async () => {
    const { orderId } = await pay({ items: undefined })
    expect(await outline(orderId)).toEqual([])
    await refund(orderId, part)
    expect(await outline(orderId)).toEqual([])
    await confirmOrder(shop.api.services, orderId, person)
    expect(await outline(orderId)).toEqual([receipt, note50])
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
    await refund(orderId, part)
    await refund(other.orderId)
    await shop.change('truncate papers, paper_series restart identity')
    expect(await issueMissingPapers(shop.api.services)).toBe(2)
    expect(await outline(orderId)).toEqual([receipt, note50])
    expect(await outline(other.orderId)).toEqual(['R-000002 215 36', 'C-000002 215 36 R-000002'])
    expect(await issueMissingPapers(shop.api.services)).toBe(0)
  })
})

describe('a credit note', () => {
  it('R203, R206: is issued once for each refund that was sent; together they are the receipt', async () => {
    const { orderId } = await pay()
    await refund(orderId, part)
    await refund(orderId, { ...part, again: 1 })
    await refund(orderId)
    for (let time = 0; time < 3; time += 1) await sweepAt(time * DAY_MS)
    const others = ['C-000002 50 8.37 R-000001', 'C-000003 115 19.26 R-000001']
    expect(await outline(orderId)).toEqual([receipt, note50, ...others])
    expect((await read(orderId))[3]?.lines[0]?.description).toBe('The rest of receipt R-000001: Manual Handling')
  })

  it('R203, D-56: is taken back by a receipt where the money could not be delivered, and the next refund credits again', async () => {
    const { orderId, id } = await pay()
    await refund(orderId, part)
    await sale.failRefund('stripe', orderId, id)
    const taken = [receipt, note50, 'R-000002 50 8.37 C-000001']
    expect(await outline(orderId)).toEqual(taken)
    const [payment] = (await readOrder(orderId)).payments
    if (payment) await syncRefunds(shop.api.services, payment, 'sweep')
    expect(await outline(orderId)).toEqual(taken)
    await refund(orderId)
    expect(await outline(orderId)).toEqual([...taken, 'C-000002 215 36 R-000001'])
  })

  it('D-53: is issued for a lost dispute only when a person says that the sale is undone; winning takes it back', async () => {
    const { orderId, chargeId } = await pay()
    shop.hear(/dispute/i)
    const stateOf = async () => (await readOrder(orderId)).state
    const dispute = sale.openDispute('stripe', chargeId)
    await untilEqual(stateOf, 'needs_attention')
    sale.endDispute('stripe', dispute, false)
    await untilEqual(stateOf, 'charged_back')
    expect(await outline(orderId)).toEqual([receipt])
    expect(await creditCharged(shop.api.services, 'R-000001', person)).toContain('C-000001 takes £215.00 off')
    await expect(creditCharged(shop.api.services, 'R-000001', person)).rejects.toThrow('Nothing is left')
    sale.endDispute('stripe', dispute, true)
    await untilEqual(stateOf, 'needs_attention')
    expect(await outline(orderId)).toEqual([receipt, 'C-000001 215 36 R-000001', 'R-000002 215 36 C-000001'])
  })
})

describe('a wrong receipt', () => {
  const employer = { name: 'Marsh Builders Ltd', address: ['2 Example Road', 'Leeds'] }
  const replace = (number: string, customer: object = employer) => reissue(shop.api.services, number, customer, person)

  it('R208, D-55: is credited, and another one takes its place', async () => {
    const { orderId } = await pay()
    expect(await replace('R-000001')).toContain('R-000002 takes the place of R-000001')
    expect(await outline(orderId)).toEqual([receipt, 'R-000002 215 36 R-000001', 'C-000001 215 36 R-000001'])
    const [wrong, right, note] = await read(orderId)
    expect(wrong?.customer).toEqual({ name: 'Ada Brown', address: [] })
    expect(right).toMatchObject({ customer: employer, lines: wrong?.lines, about: { number: 'R-000001' } })
    expect(note?.reason).toBe('Receipt R-000002 takes its place')
    await expect(replace('R-000001', {})).rejects.toThrow('R-000002 does')
    await expect(replace('C-000001', {})).rejects.toThrow('There is no receipt C-000001')
    await refund(orderId)
    expect((await outline(orderId)).at(-1)).toBe('C-000002 215 36 R-000002')
  })

  it('R206, R208: keeps off what was refunded before, also when that fails later', async () => {
    const { orderId, id } = await pay()
    await refund(orderId, part)
    await replace('R-000001')
    expect((await outline(orderId)).slice(2)).toEqual(['R-000002 165 27.63 R-000001', 'C-000002 165 27.63 R-000001'])
    await sale.failRefund('stripe', orderId, id)
    await refund(orderId)
    expect((await outline(orderId)).slice(4)).toEqual(['R-000003 50 8.37 C-000001', 'C-000003 215 36 R-000002'])
  })

  it('R208: is never changed and never deleted, not even by hand', async () => {
    await pay()
    for (const statement of [
      'update papers set total_pence = total_pence + 1, net_pence = net_pence + 1',
      `update papers set content = jsonb_set(content, '{customer,name}', '"Bo"')`,
      `update papers set content = content - 'lines'`,
      'delete from papers',
    ]) {
      const cause = { message: expect.stringContaining('never changed') }
      await expect(shop.change(statement)).rejects.toMatchObject({ cause })
    }
  })
})

it('R213: a person who is taken out stays on the papers as long as tax law has them kept, and is told so', async () => {
  const { orderId } = await pay()
  const exported = await exportPerson(shop.queries(), 'ada@example.com')
  expect(exported.papers).toMatchObject([{ number: 'R-000001' }])
  expect(await erasePerson(shop.api.services, 'ada@example.com', person)).toContain('receipts name them')
  expect((await read(orderId))[0]?.customer?.name).toBe('Ada Brown')
  expect(JSON.stringify(await read(orderId))).not.toContain('ada@example.com')
  expect(await expirePersonalData(shop.database, Date.now() + 6 * 365 * DAY_MS)).toBe(0)
  expect(await expirePersonalData(shop.database, Date.now() + (7 * 366 + 1) * DAY_MS)).toBe(1)
  const [paper] = await read(orderId)
  expect(paper).toMatchObject({ number: 'R-000001', totalPence: 21_500, lines: [{ description: 'Manual Handling' }] })
  expect(paper).not.toHaveProperty('customer')
  expect((await readOrder(orderId)).order?.customerName).toBe('')
})
