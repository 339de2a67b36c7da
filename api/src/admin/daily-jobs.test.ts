import { findAttention } from '../attention/attention'
import { jobs } from '../database/after-sale-tables'
import { orders } from '../database/schema'
import { expirePersonalData } from '../personal-data/expire-orders'
import { newOrderId } from '../testing/buyer'
import { useShop } from '../testing/use-shop'
import { dailyJobs, runIfDue } from './daily-jobs'

jest.setTimeout(60_000)

const HOUR = 3_600_000
const shop = useShop()

const warnings = async () => (await findAttention(shop.queries())).warnings
function forbidSearch(): void {
  shop.test.failures.call = ({ action, provider }) =>
    provider === 'paypal' && action === 'list' ? { when: 'before', how: 'forbidden' } : undefined
}

describe('the daily jobs', () => {
  it('run once a day in one of the servers, and keep what came of them', async () => {
    const [job] = dailyJobs
    if (!job) throw new Error('There are no jobs')
    const runs = await Promise.all([1, 2, 3].map(() => runIfDue(shop.test.api.services, job)))
    expect(runs.filter(Boolean)).toHaveLength(1)
    expect(await shop.queries().select().from(jobs)).toMatchObject([{ name: 'reconcile', outcome: '0 differences' }])
    const yesterday = { startedAt: new Date(Date.now() - 25 * HOUR) }
    await shop.queries().update(jobs).set(yesterday)
    shop.test.failures.call = ({ action, provider }) =>
      action === 'list' && provider === 'stripe' ? { when: 'before', how: 'error' } : undefined
    expect(await runIfDue(shop.test.api.services, job)).toBe(false)
    const [failed] = await shop.queries().select().from(jobs)
    expect(failed?.outcome).toContain('failed')
    expect(failed?.startedAt.getTime()).toBeLessThan(Date.now() - 22 * HOUR)
  })

  it('warn the owner while reconciling fails, with what to switch on, and when nobody has compared for two days', async () => {
    const [job] = dailyJobs
    if (!job) throw new Error('There are no jobs')
    const { services } = shop.test.api
    const age = (hours: number) => {
      const then = new Date(Date.now() - hours * HOUR)
      return shop.queries().update(jobs).set({ startedAt: then, finishedAt: then })
    }
    forbidSearch()
    expect(await runIfDue(services, job)).toBe(false)
    expect(await warnings()).toEqual([
      `the providers' books have never been compared with ours: PayPal does not let this app search: switch "Transaction Search" on for it`,
    ])
    shop.test.heal()
    await age(25)
    expect(await runIfDue(services, job)).toBe(true)
    expect(await warnings()).toEqual([])
    await age(47)
    expect(await warnings()).toEqual([])
    await age(49)
    expect(await warnings()).toEqual([
      expect.stringMatching(/^the providers' books were last compared with ours \d{4}-\d\d-\d\d \d\d:\d\d: no server/),
    ])
    forbidSearch()
    expect(await runIfDue(services, job)).toBe(false)
    expect(await warnings()).toEqual([
      expect.stringMatching(
        /^the providers' books were last compared .*: PayPal .* switch "Transaction Search" on for it$/,
      ),
    ])
  })

  it('warn the owner when the books have never been compared to the end', async () => {
    await shop.change("insert into jobs (name, started_at) values ('reconcile', now() - interval '1 hour')")
    expect(await warnings()).toEqual([])
    await shop.change("update jobs set started_at = now() - interval '3 hours'")
    expect(await warnings()).toEqual([
      "the providers' books have never been compared with ours: no server has come to the end of it",
    ])
  })

  it('forget who left an order unpaid after thirty days, who bought after seven years, and nobody before', async () => {
    const old = newOrderId()
    const young = newOrderId()
    const paid = await shop.buyer.buy()
    await shop.buyer.start(old)
    await shop.buyer.start(young)
    const ancient = await shop.buyer.buy()
    const age = (orderId: string, what: string, days: number) =>
      shop.change(`update orders set ${what} = now() - interval '${days} days' where id = '${orderId}'`)
    for (const [orderId, days] of [
      [old, 31],
      [young, 29],
    ] as const)
      await age(orderId, "state = 'cancelled', updated_at", days)
    await age(paid, 'created_at', 6 * 365)
    await age(ancient, 'created_at', 7 * 366 + 1)
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
