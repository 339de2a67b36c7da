import { Refusal } from '@platform/base/errors/refusal'
import { createRandom } from '@platform/base/testing/random'
import { catalogFixture, hostFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { finishCanary, shareCanary, startCanary, stopCanary } from '@platform/site/changes/change-canary'
import { rollBack } from '@platform/site/changes/roll-back'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { readApiConfig } from '@site/api/config'
import { type Api, createApi } from '@site/api/create-api'
import { createBuyer, newOrderId, readOrder } from '@site/api/testing/buyer'
import { createTestDatabase } from '@site/api/testing/test-database'
import { fromPounds, totalsOf } from '@site/shared/money'
import { compositionIn, startTestOrigin, type TestOrigin } from '../testing/test-origin'

/** `RANDOM_SEED` selects another run, `RANDOM_PURCHASES` its length. */
const seed = Number(process.env.RANDOM_SEED ?? 20_261_122)
const purchases = Number(process.env.RANDOM_PURCHASES ?? 200)
const AT_ONCE = 25
const PAUSES_MS = [0, 20, 100, 200, 400] as const
const { chance, pick } = createRandom(seed)

const prices = { '0.1.0': 129, '0.2.0': 149, '0.3.0': 99 } as const
type Version = keyof typeof prices
const versions: readonly [Version, ...Version[]] = ['0.1.0', '0.2.0', '0.3.0']

let site: TestSite
let origin: TestOrigin
let api: Api
let database: Awaited<ReturnType<typeof createTestDatabase>>
let isShopping = true
const changes: Record<string, number> = {}
const needed = ['activate', 'canary start', 'rollback']

beforeAll(async () => {
  database = await createTestDatabase()
  site = await createTestSite()
  await site.publish(hostFixture())
  for (const version of versions) {
    const content = { 'server/courses-page.cjs': pageBundle(`'<h1>First Aid</h1><p>£${prices[version]}</p>'`) }
    const data = { courses: [{ id: 1, title: 'First Aid', prices: [prices[version]], duration: '1 Day' }] }
    await site.publish(catalogFixture({ version: `${version}-shop`, data, content }))
    await site.activate({ shell: 'latest', catalog: `${version}-shop` })
  }
  origin = await startTestOrigin(site, {
    createApi: async (host) => {
      const { config } = readApiConfig({ PAYMENT_INTENTS_PER_MINUTE: '1000000' }, 'http://localhost:3000')
      const parts = { database, hasDiskSpace: async () => true, sweepMs: 3_600_000, processingMs: 10 }
      api = await createApi(config, host, {
        ...parts,
        failures: { call: () => undefined, webhook: () => ({ isDropped: true }) },
      })
      return api
    },
  })
}, 120_000)

afterAll(async () => {
  await origin?.close()
  await database?.close()
  await site?.remove()
})

const pause = () => new Promise((resolve) => setTimeout(resolve, pick(PAUSES_MS)))

function buyerHere() {
  if (!api.fakeProviders) throw new Error('The API under test must use the fake providers')
  return createBuyer({
    post: (path, payload, headers = {}) =>
      origin.origin.app.inject({ method: 'POST', url: `/api/payments/${path}`, payload, headers }),
    fakeProviders: api.fakeProviders,
  })
}

async function openPage(): Promise<{ composition: number; price: number }> {
  const first = await origin.send('/courses')
  const [cookie] = first.headers['set-cookie']?.[0]?.split(';') ?? []
  const shown = cookie && chance(0.8) ? await origin.send('/courses', { headers: { cookie } }) : first
  return { composition: compositionIn(shown), price: Number(/£(\d+)/.exec(shown.text)?.[1]) }
}

type Purchase = { orderId: string; shownPence: number; isCrossed: boolean }

async function buy(): Promise<Purchase> {
  const buyer = buyerHere()
  const { composition, price } = await openPage()
  const items = [{ id: 1, quantity: pick([1, 2, 3]), price }]
  const { total } = totalsOf(items)
  const orderId = newOrderId()
  const order = { items, composition, customerEmail: `${orderId}@example.com` }
  await pause()
  const isCard = chance(0.5)
  const started = isCard
    ? await buyer.start(orderId, { ...order, amount: total })
    : await buyer.startWallet(orderId, { ...order, amount: total.toFixed(2) })
  expect([started.statusCode, price, composition, started.json().code]).toEqual([200, price, composition, undefined])
  await pause()
  const paid = isCard ? buyer.payCard(started) : buyer.approve(started)
  let ended = isCard ? await buyer.confirmCard(orderId, paid) : await buyer.confirmWallet(paid)
  // A busy machine may miss the provider's time limit; a confirmation may be sent again.
  for (let tries = 1; ended.statusCode === 503 && tries < 5; tries += 1)
    ended = isCard ? await buyer.confirmCard(orderId, paid) : await buyer.lookAtWallet(paid)
  expect(ended.statusCode).toBe(200)
  const isCrossed = origin.origin.site.current()?.composition.number !== composition
  return { orderId, shownPence: fromPounds(total), isCrossed }
}

async function changeSite(): Promise<void> {
  const { store, limits } = site
  const actions = {
    activate: () => site.activate({ catalog: `${pick(versions)}-shop` }),
    'canary start': () => startCanary(store, { catalog: `${pick(versions)}-shop` }, { share: 50 }, limits),
    'canary share': () => shareCanary(store, pick([25, 75, 100])),
    'canary finish': () => finishCanary(store),
    'canary stop': () => stopCanary(store),
    rollback: async () => rollBack(store, pick([undefined, (await store.copy.readPointer())?.history[1]])),
  }
  const names = ['activate', 'canary start', 'canary share', 'canary finish', 'canary stop', 'rollback'] as const
  while (isShopping) {
    const name = pick(names)
    const isDone = await actions[name]().then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false
        throw error
      },
    )
    if (isDone) changes[name] = (changes[name] ?? 0) + 1
    if (isDone) await pause()
  }
}

it('charges the price each page showed, once, whatever is released, tried or undone between page, window and payment', async () => {
  const changing = changeSite()
  const all: Purchase[] = []
  let left = purchases
  const shop = async () => {
    while (left > 0 || needed.some((name) => !changes[name])) {
      left -= 1
      all.push(await buy())
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, shop)).finally(() => {
    isShopping = false
  })
  await changing
  for (const { orderId, shownPence } of all) {
    const { order, payments } = await readOrder(database, orderId)
    expect([order?.state, order?.amountPence]).toEqual(['paid', shownPence])
    expect(payments.map(({ state, takenPence }) => [state, takenPence])).toEqual([['succeeded', shownPence]])
  }
  expect(all.length).toBeGreaterThanOrEqual(purchases)
  // The run proves nothing if every buyer is faster than the operator.
  expect(all.filter(({ isCrossed }) => isCrossed).length).toBeGreaterThan(all.length / 10)
  expect(Object.keys(changes).sort()).toEqual(expect.arrayContaining(needed))
}, 300_000)
