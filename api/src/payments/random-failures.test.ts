import { hasPostgres, ownsPostgres, type PostgresServer, startPostgres } from '@platform/base/testing/postgres-server'
import { createRandom } from '@platform/base/testing/random'
import { inArray, sql } from 'drizzle-orm'
import { readApiConfig } from '../config/read'
import { cases } from '../database/after-sale-tables'
import { createDatabase } from '../database/create-database'
import type { Database } from '../database/database'
import { orders, outbox, payments } from '../database/schema'
import { type DatabaseFailure, fragile } from '../testing/fragile-database'
import { createRandomPerson, type Person } from '../testing/random-buyer'
import { chargesByOrder, type Episode, makeTrouble } from '../testing/random-trouble'
import { silentLog } from '../testing/silent-log'
import { createTestApi, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'
import { sweep } from './sweep'

/**
 * `RANDOM_SEED` is another run, `RANDOM_PURCHASES` its length:
 * `RANDOM_PURCHASES=2000 npx jest random-failures` takes about a quarter of an hour on a quiet machine.
 */
const seed = Number(process.env.RANDOM_SEED ?? 20_260_731)
/** The most that one sweep ends. */
const ENDED_BY_A_SWEEP = 100
const { access } = readApiConfig({ PAYMENT_INTENTS_PER_MINUTE: '1000000' }, 'http://localhost:3000').config
const buyers = Number(process.env.RANDOM_PURCHASES ?? 40)
const AT_ONCE = 8
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const random = createRandom(seed)
const { chance, pick } = random

let postgres: PostgresServer | undefined
let database: Database
/** Has the providers; what buyers call is `shop`, which is killed and replaced. */
let world: TestApi
let shop: TestApi
let killShop = () => {}
let isFailing = true
let episode: Episode
const shops: TestApi[] = []

const databaseFailure = (): DatabaseFailure =>
  isFailing && chance(0.04) ? pick(['before commit', 'after commit'] as const) : undefined

beforeAll(async () => {
  postgres = hasPostgres ? await startPostgres() : undefined
  database = postgres
    ? await createDatabase({ url: await postgres.createDatabase() }, silentLog)
    : await createTestDatabase()
  await database.opened
  const parts = { providerTimeoutMs: 1_500 }
  world = await createTestApi(database, { config: { access }, parts })
  await openShop()
}, 120_000)

afterAll(async () => {
  for (const it of shops) await it.close()
  await world?.close()
  await database?.close()
  postgres?.stop()
}, 60_000)

/** A process that is killed does nothing any more; the next one begins with what the database has. */
async function openShop(): Promise<void> {
  let isDead = false
  const mine = fragile(database, { isAway: () => isDead || (isFailing && chance(0.015)), nextFailure: databaseFailure })
  const next = await createTestApi(mine, { config: { access }, peer: world, parts: { providerTimeoutMs: 1_500 } })
  shops.push(next)
  killShop()
  shop = next
  killShop = () => {
    isDead = true
  }
}

/** Something of a larger kind happens now and then: a kill, an outage, a changed key, a sweep. */
async function meddle(): Promise<void> {
  if (chance(0.05)) await openShop()
  if (chance(0.08)) {
    const how = pick(['hang', 'error', 'missing', 'unauthorised'] as const)
    episode = episode ? undefined : { provider: pick(['stripe', 'paypal'] as const), how }
  }
  // Events that are signed with a secret we do not know yet are refused; the sweep finds what they told of.
  if (chance(0.03)) Object.assign(world.fakeProviders.keys, { stripeSecret: `whsec_${buyers}${Math.random()}` })
  if (ownsPostgres && chance(0.004)) {
    postgres?.crash()
    postgres?.start()
  }
  if (chance(0.1)) await sweep(shop.api.services, Date.now() + 3 * MINUTE).catch(() => {})
}

/** Whether a provider has not decided yet about a payment. */
function isAtTheBank(): boolean {
  const { stripe, payPal } = world.fakeProviders
  const captures = payPal.orders.all().flatMap((order) => order.captures)
  return (
    stripe.intents.all().some(({ status }) => status === 'processing') ||
    captures.some(({ status }) => status === 'PENDING')
  )
}

async function recover(): Promise<void> {
  isFailing = false
  episode = undefined
  world.heal()
  await openShop()
  for (const deadline = Date.now() + 10_000; isAtTheBank() && Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  expect(isAtTheBank()).toBe(false)
  // Browsers that were about to capture have done so, or are gone: a sweep that is told a later hour sees that too.
  const longAgo = sql`${payments.captureAskedAt} - interval '1 hour'`
  await database.queries().update(payments).set({ captureAskedAt: longAgo })
  // What failed often is asked after again within the hour.
  for (const minutes of [3, 8, 20, 40, 70, 101]) await sweep(shop.api.services, Date.now() + minutes * MINUTE)
}

/** All that is known of them, for whoever has to find out how it came about. */
const paymentsOf = (orderIds: string[]) =>
  database.queries().select().from(payments).where(inArray(payments.orderId, orderIds))

it(`charges no buyer twice unasked and loses no payment of ${buyers} buyers with trouble everywhere (seed ${seed})`, async () => {
  makeTrouble(world, random, () => episode)
  const people: Person[] = []
  let begun = 0
  const buy = async () => {
    while (begun < buyers) {
      begun += 1
      people.push(await createRandomPerson(() => shop, random, `buyer${begun}`)())
      await meddle()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, buy))
  await recover()

  const charges = chargesByOrder(world.fakeProviders)
  const paidBy = ({ orderIds }: Person) => orderIds.reduce((sum, id) => sum + (charges.get(id) ?? 0), 0)
  const chargedTwice = people.filter((person) => paidBy(person) > 1 + person.meant)
  expect(await paymentsOf(chargedTwice.flatMap(({ orderIds }) => orderIds))).toEqual([])
  expect(people.flatMap(({ promised }) => [...promised]).filter((id) => charges.has(id))).toEqual([])

  const queries = database.queries()
  const kept = await queries.select().from(orders)
  const paid = kept.filter(({ state }) => state === 'paid').map(({ id }) => id)
  expect([...charges].filter(([, count]) => count !== 1)).toEqual([])
  expect(paid.sort()).toEqual([...charges.keys()].sort())
  const counted = (await queries.select().from(payments)).filter(({ state }) => state === 'succeeded')
  expect(counted.map(({ orderId }) => orderId).sort()).toEqual(paid)
  const mails = await queries.select().from(outbox)
  for (const kind of ['order_confirmation', 'order_sold']) {
    const notices = mails.filter((mail) => mail.kind === kind)
    expect(notices.map(({ orderId }) => orderId).sort()).toEqual(paid)
  }
  expect(await queries.select().from(cases)).toEqual([])
  // The run would prove nothing if nobody had come through, or nobody had tried twice.
  expect(paid.length).toBeGreaterThan(buyers / 4)

  const last = 27 + Math.ceil(buyers / ENDED_BY_A_SWEEP)
  for (let hours = 25; hours <= last; hours += 1) await sweep(shop.api.services, Date.now() + hours * HOUR)
  const ended = await queries.select({ id: orders.id, state: orders.state }).from(orders)
  expect(ended.filter(({ state }) => state !== 'paid' && state !== 'cancelled')).toEqual([])
}, 3_600_000)
