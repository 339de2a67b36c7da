import { fromPounds } from '@site/shared/money'
import { createAfterSale, part as fiftyPounds, person } from '../testing/after-sale'
import { setUpShop } from '../testing/set-up-shop'
import { exportSales } from './export-sales'
import { confirmOrder } from './order-actions'

const shop = setUpShop()
const sale = createAfterSale(shop)

function parse(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.replaceAll('"', '').trim().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((text, index) => [names[index], text])))
}
const penceOf = (row: Record<string, string> | undefined, name: string) => fromPounds(Number(row?.[name]))

it('lists sales, refunds and lost disputes with the net and VAT of their papers (R103), and adds up', async () => {
  shop.failures.webhook = () => ({ delayMs: 0 })
  const part = await sale.pay('stripe')
  const disputed = await sale.pay('paypal')
  await sale.refund(part.orderId, fiftyPounds)
  const disputeId = sale.openDispute('paypal', disputed.chargeId)
  sale.endDispute('paypal', disputeId, false)
  await sale.untilDisputeIs(disputed.orderId, 'lost')
  const unpriced = { items: undefined, amount: 119 }
  const [plain, held] = [await shop.buyer.buy(unpriced), await shop.buyer.buy(unpriced)]
  await confirmOrder(shop.api.services, plain, person)

  const day = new Date().toISOString().slice(0, 10)
  const rows = parse(await exportSales(shop.queries(), { from: day, to: day }))
  const of = (orderId: string) => rows.filter(({ order }) => order === orderId)
  expect(of(part.orderId)).toMatchObject([
    { kind: 'sale', provider: 'stripe', charge: part.chargeId, paper: 'R-000001' },
    { kind: 'refund', paper: 'C-000001', amount: '-50.00' },
  ])
  expect(of(part.orderId)[0]).toMatchObject({ net: '179.00', vat: '36.00', amount: '215.00' })
  expect(penceOf(of(part.orderId)[1], 'net') + penceOf(of(part.orderId)[1], 'vat')).toBe(-5_000)
  expect(of(disputed.orderId)).toMatchObject([
    { kind: 'sale', provider: 'paypal' },
    { kind: 'dispute', paper: '', net: '', vat: '', amount: '-215.00' },
  ])
  expect(of(plain)).toMatchObject([{ net: '99.00', vat: '20.00', amount: '119.00' }])
  expect(of(held)).toMatchObject([{ paper: '', net: '', vat: '', amount: '119.00' }])
  for (const name of ['net', 'vat', 'amount']) {
    const added = rows.slice(0, -1).reduce((sum, row) => sum + penceOf(row, name), 0)
    expect(penceOf(rows.at(-1), name)).toBe(added)
  }
  expect(parse(await exportSales(shop.queries(), { from: '2020-01-01', to: '2020-01-02' }))).toHaveLength(1)
  const refused = (from: string, to: string) => expect(exportSales(shop.queries(), { from, to })).rejects
  await refused('2026-04-02', '2026-04-01').toThrow('no day')
  await refused('2026-13-01', '2026-13-02').toThrow('not a day')
})
