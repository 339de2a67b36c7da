import { fromPounds } from '@site/shared/money'
import { findAttention } from '../attention/attention'
import { jobs } from '../database/after-sale-tables'
import { orders } from '../database/schema'
import { expirePersonalData } from '../personal-data/expire-orders'
import { createAfterSale, part as fiftyPounds, person } from '../testing/after-sale'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { dailyJobs, runIfDue } from './daily-jobs'
import { examineWebhooks } from './examine-webhooks'
import { exportSales } from './export-sales'
import { confirmOrder } from './order-actions'
import { creditCharged } from './paper-actions'

const HOUR = 3_600_000
const shop = setUpShop()

const [reconciling] = dailyJobs
const runReconciling = () => (reconciling ? runIfDue(shop.api.services, reconciling) : undefined)
const warnings = async () => (await findAttention(shop.queries())).warnings
const readJobs = () => shop.queries().select().from(jobs)
function age(hours: number) {
  const then = new Date(Date.now() - hours * HOUR)
  return shop.queries().update(jobs).set({ startedAt: then, finishedAt: then })
}
function forbidSearch(): void {
  shop.failures.call = ({ action, provider }) =>
    provider === 'paypal' && action === 'list' ? { when: 'before', how: 'forbidden' } : undefined
}

describe('the daily jobs', () => {
  it('run once a day in one of the servers, and keep what came of them', async () => {
    const runs = await Promise.all([1, 2, 3].map(runReconciling))
    expect(runs.filter(Boolean)).toHaveLength(1)
    expect(await readJobs()).toMatchObject([{ name: 'reconcile', outcome: '0 differences' }])
    await age(25)
    forbidSearch()
    expect(await runReconciling()).toBe(false)
    const [failed] = await readJobs()
    expect(failed?.outcome).toContain('failed')
    expect(failed?.startedAt.getTime()).toBeLessThan(Date.now() - 22 * HOUR)
  })

  it('warn the owner while reconciling fails, with what to switch on, and when nobody has compared for two days', async () => {
    const never = "the providers' books have never been compared with ours: "
    const last = "the providers' books were last compared with ours "
    const search = 'PayPal does not let this app search: switch "Transaction Search" on for it'
    forbidSearch()
    expect(await runReconciling()).toBe(false)
    expect(await warnings()).toEqual([never + search])
    shop.heal()
    await age(25)
    expect(await runReconciling()).toBe(true)
    expect(await warnings()).toEqual([])
    await age(47)
    expect(await warnings()).toEqual([])
    await age(49)
    const time = '\\d+ \\w+ \\d{4}, \\d\\d:\\d\\d'
    expect(await warnings()).toEqual([expect.stringMatching(`^${last}${time}: no server`)])
    forbidSearch()
    expect(await runReconciling()).toBe(false)
    expect(await warnings()).toEqual([expect.stringMatching(`^${last}${time}: ${search}$`)])

    await shop.change("update jobs set started_at = now() - interval '1 hour', finished_at = null, outcome = null")
    expect(await warnings()).toEqual([])
    await shop.change("update jobs set started_at = now() - interval '3 hours'")
    expect(await warnings()).toEqual([`${never}no server has come to the end of it`])
  })

  it('forget who left an order unpaid after thirty days, who bought after seven years, and nobody before', async () => {
    const [old, young] = [newOrderId(), newOrderId()]
    await shop.buyer.start(old)
    await shop.buyer.start(young)
    const [paid, ancient] = [await shop.buyer.buy(), await shop.buyer.buy()]
    const passDays = (orderId: string, what: string, days: number) =>
      shop.change(`update orders set ${what} = now() - interval '${days} days' where id = '${orderId}'`)
    await passDays(old, "state = 'cancelled', updated_at", 31)
    await passDays(young, "state = 'cancelled', updated_at", 29)
    await passDays(paid, 'created_at', 6 * 365)
    await passDays(ancient, 'created_at', 7 * 366 + 1)
    expect(await expirePersonalData(shop.database)).toBe(2)
    expect(await expirePersonalData(shop.database)).toBe(0)
    const kept = await shop.queries().select().from(orders)
    expect(Object.fromEntries(kept.map(({ id, customerEmail }) => [id, customerEmail]))).toEqual({
      [old]: '',
      [young]: 'ada@example.com',
      [paid]: 'ada@example.com',
      [ancient]: '',
    })
  })
})

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
  // Its line left the list of an earlier month, and the note after a dispute had none.
  await sale.failRefund('stripe', part.orderId, part.id)
  await creditCharged(shop.api.services, 'R-000002', person)
  const next = parse(await exportSales(shop.queries(), { from: day, to: day })).filter(({ paper }) => paper)
  expect(next.map(({ kind, paper, amount }) => [kind, paper, amount])).toEqual([
    ['sale', 'R-000001', '215.00'],
    ['sale', 'R-000002', '215.00'],
    ['refund', 'C-000001', '-50.00'],
    ['sale', 'R-000003', '119.00'],
    ['refund', 'R-000004', '50.00'],
    ['dispute', 'C-000002', '0.00'],
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

afterEach(() => {
  for (const webhooks of Object.values(shop.fakeProviders.webhooks)) webhooks.length = 0
})

const own = 'http://localhost:3000/api/payments/webhooks'
const look = (isCreating = false) => examineWebhooks(shop.api.services, isCreating)
async function lookWith(changes: { webhookId: string; previousWebhookId?: string }, isCreating = false) {
  const { stripe, paypal } = shop.fakeProviders.providers
  const config = { providers: { stripe, paypal: { ...paypal, ...changes } } }
  const server = await shop.startOther({ peer: shop, config })
  return examineWebhooks(server.api.services, isCreating)
}

function addPayPal(id: string): void {
  const events = ['PAYMENT.CAPTURE.COMPLETED']
  shop.fakeProviders.webhooks.paypal.push({ id, url: `${own}/paypal`, events, isEnabled: true })
}

describe('the webhooks at the providers', () => {
  it('are missing in a new account, and are set up once', async () => {
    expect(await look()).toMatchObject([
      { provider: 'stripe', state: 'missing', url: `${own}/stripe` },
      { provider: 'paypal', state: 'missing', url: `${own}/paypal` },
    ])
    // Stripe's secret, which it shows once, was lost when PayPal failed.
    shop.failures.call = ({ provider }) => (provider === 'paypal' ? { when: 'before', how: 'forbidden' } : undefined)
    await expect(look(true)).rejects.toThrow()
    shop.heal()
    const [stripe, paypal] = await look(true)
    expect(stripe).toMatchObject({ state: 'right', isChanged: true })
    expect(stripe?.settings.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_/)
    const id = shop.fakeProviders.webhooks.paypal[0]?.id ?? ''
    expect(paypal?.settings).toEqual({ PAYPAL_WEBHOOK_ID: id })
    expect(await look(true)).toMatchObject([
      { state: 'right', isChanged: false, settings: {} },
      { state: 'unverified', isChanged: false, settings: { PAYPAL_WEBHOOK_ID: id } },
    ])
    expect(await lookWith({ webhookId: id })).toMatchObject([
      { state: 'right', isChanged: false, settings: {} },
      { state: 'right', isChanged: false, settings: {} },
    ])
    expect(shop.fakeProviders.webhooks.stripe).toHaveLength(1)
    expect(shop.fakeProviders.webhooks.paypal).toHaveLength(1)
  })

  it('are completed with what is missing, and those of others are left alone', async () => {
    const other = { id: 'we_other', url: 'https://elsewhere.example/hook', events: ['*'], isEnabled: true }
    const { stripe, paypal } = shop.fakeProviders.webhooks
    stripe.push(other, {
      id: 'we_1',
      url: `${own}/stripe`,
      events: ['charge.refunded', 'invoice.paid'],
      isEnabled: true,
    })
    const { payPalWebhookId: id } = shop.fakeProviders.keys
    addPayPal(id)
    const [found] = await look()
    expect(found?.state).toBe('incomplete')
    expect(found?.missing).toContain('refund.failed')
    expect(found?.missing).not.toContain('charge.refunded')
    await look(true)
    expect(stripe[0]).toEqual(other)
    expect(stripe[1]?.events).toEqual(
      expect.arrayContaining(['invoice.paid', 'refund.failed', 'charge.dispute.closed']),
    )
    expect(paypal[0]?.events).toContain('CUSTOMER.DISPUTE.RESOLVED')
    expect((await look()).map(({ state }) => state)).toEqual(['right', 'right'])
  })

  it('are not right where PayPal’s events are checked by the id of another webhook', async () => {
    addPayPal('WH-NEW')
    const settings = { PAYPAL_WEBHOOK_ID: 'WH-NEW' }
    const [, found] = await lookWith({ webhookId: 'WH-OLD' })
    expect(found).toMatchObject({ state: 'unverified', isChanged: false, settings })
    expect(found?.missing).toContain('CUSTOMER.DISPUTE.RESOLVED')
    const [, completed] = await lookWith({ webhookId: 'WH-OLD' }, true)
    expect(completed).toMatchObject({ state: 'unverified', missing: [], isChanged: true, settings })
    const [, again] = await lookWith({ webhookId: 'WH-OLD' }, true)
    expect(again).toEqual({ ...completed, isChanged: false })
    const [, changing] = await lookWith({ webhookId: 'WH-NEXT', previousWebhookId: 'WH-NEW' })
    expect(changing).toMatchObject({ state: 'right', settings: {} })
  })

  it('are seen to be switched off', async () => {
    const stripe = { id: 'we_1', url: `${own}/stripe`, events: ['*'], isEnabled: false }
    shop.fakeProviders.webhooks.stripe.push(stripe)
    expect((await look())[0]).toMatchObject({ state: 'off', missing: [] })
  })
})
