import { findAttention } from '../attention/attention'
import { jobs } from '../database/after-sale-tables'
import { orders } from '../database/schema'
import { expirePersonalData } from '../personal-data/expire-orders'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { dailyJobs, runIfDue } from './daily-jobs'

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
    const time = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d'
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
