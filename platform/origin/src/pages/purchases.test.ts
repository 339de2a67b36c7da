import { catalogFixture, hostFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { startCanary, stopCanary } from '@platform/site/changes/change-canary'
import { rollBack } from '@platform/site/changes/roll-back'
import type { TestSite } from '@platform/site/testing/test-site'
import { readApiConfig } from '@site/api/config'
import { type Api, createApi } from '@site/api/create-api'
import { createBuyer, newOrderId, readOrder } from '@site/api/testing/buyer'
import { createTestDatabase } from '@site/api/testing/test-database'
import { fromPounds, totalsOf } from '@site/shared/money'
import { bucketCookie, compositionIn, setUpOrigin, until } from '../testing/test-origin'

const prices = { '0.1.0': 129, '0.2.0': 149 } as const
const [today, dearer] = ['0.1.0', '0.2.0'] as const
let api: Api
let database: Awaited<ReturnType<typeof createTestDatabase>>

async function prepare(site: TestSite): Promise<void> {
  database = await createTestDatabase()
  await site.publish(hostFixture())
  for (const version of [today, dearer]) {
    const content = { 'server/courses-page.cjs': pageBundle(`'<h1>First Aid</h1><p>£${prices[version]}</p>'`) }
    const data = { courses: [{ id: 1, title: 'First Aid', prices: [prices[version]], duration: '1 Day' }] }
    await site.publish(catalogFixture({ version, data, content }))
  }
  await site.activate({ shell: 'latest', catalog: today })
}

jest.setTimeout(120_000)
const { site, origin } = setUpOrigin(prepare, {
  createApi: async (host) => {
    const { config } = readApiConfig({}, 'http://localhost:3000')
    api = await createApi(config, host, { database, hasDiskSpace: async () => true })
    return api
  },
})
afterAll(() => database.close())

function createBuyerHere() {
  if (!api.fakeProviders) throw new Error('The API under test must use the fake providers')
  return createBuyer({
    post: (path, payload, headers = {}) =>
      origin.origin.app.inject({ method: 'POST', url: `/api/payments/${path}`, payload, headers }),
    fakeProviders: api.fakeProviders,
  })
}

async function openPage(cookie = '') {
  const page = await origin.send('/courses', { headers: { cookie } })
  const price = Number(/£(\d+)/.exec(page.text)?.[1])
  const items = [{ id: 1, quantity: 2, price }]
  const orderId = newOrderId()
  const order = { items, composition: compositionIn(page), customerEmail: `${orderId}@example.com` }
  return { orderId, price, order, amount: totalsOf(items).total }
}

const release = async (catalog: string) => origin.isLive((await site.activate({ catalog })).number)
const tryDearer = async () => {
  await startCanary(site.store, { catalog: dearer }, { share: 50 }, site.limits)
  await until(() => origin.canary() !== undefined)
}
const endCanary = async () => {
  await stopCanary(site.store)
  await until(() => origin.canary() === undefined)
}
const goBack = async () => origin.isLive((await rollBack(site.store)).to)

it.each<[string, number, string, () => Promise<void>]>([
  ['a canary begins', prices[today], '', tryDearer],
  ['the canary that showed it ends', prices[dearer], 'canary', endCanary],
  ['a release', prices[today], '', () => release(dearer)],
  ['a rollback', prices[dearer], '', goBack],
])(
  'charges the price that the page showed, once: %s between page and payment, and before the bank answers',
  async (_, shown, cookie, change) => {
    const buyer = createBuyerHere()
    const open = () => openPage(cookie && bucketCookie(origin.canary()?.salt ?? '', 0))
    const [early, late] = [await open(), await open()]
    const started = await buyer.start(early.orderId, { ...early.order, amount: early.amount })
    await change()
    const wallet = await buyer.startWallet(late.orderId, { ...late.order, amount: late.amount.toFixed(2) })
    expect([early.price, late.price, started.statusCode, wallet.statusCode]).toEqual([shown, shown, 200, 200])
    await buyer.confirmCard(early.orderId, buyer.payCard(started))
    await buyer.confirmWallet(buyer.approve(wallet))
    for (const { orderId, amount } of [early, late]) {
      const { order, payments } = await readOrder(database, orderId)
      expect([order?.state, order?.amountPence]).toEqual(['paid', fromPounds(amount)])
      expect(payments.map(({ state, takenPence }) => [state, takenPence])).toEqual([['succeeded', fromPounds(amount)]])
    }
  },
)
