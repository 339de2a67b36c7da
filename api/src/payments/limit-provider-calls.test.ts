import { readApiConfig } from '../config/read'
import type { Database } from '../database/database'
import { createBuyer, intentBody, newOrderId, walletBody } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'

jest.setTimeout(60_000)

let database: Database
let servers: [TestApi, TestApi]

beforeAll(async () => {
  database = await createTestDatabase()
  const { access } = readApiConfig({}, 'http://localhost:3000').config
  const paymentLimits = {
    startsPerAddressAndMinute: 3,
    confirmsPerOrderAndMinute: 3,
    confirmsPerAddressAndMinute: 6,
    webhooksPerAddressAndMinute: 2,
  }
  const config = { access: { ...access, paymentLimits } }
  const first = await createTestApi(database, { config })
  servers = [first, await createTestApi(database, { config, peer: first })]
})
afterAll(async () => {
  for (const server of servers ?? []) await server.close()
  await database?.close()
})

const post = (index: number, url: string, payload: object, remoteAddress = '10.0.0.1') =>
  servers[index % 2 === 0 ? 0 : 1].app.inject({ method: 'POST', url: `/api/payments/${url}`, payload, remoteAddress })

describe('calls that ask a provider', () => {
  it('are limited for one payment and for one address, over all servers', async () => {
    const buyer = createBuyer(servers[0])
    const orderId = newOrderId()
    const paymentIntentId = (await buyer.start(orderId)).json().data.clientSecret.split('_secret_')[0]
    let asked = 0
    servers[0].failures.call = () => {
      asked += 1
      return undefined
    }
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const payload = { paymentIntentId, orderId }
      statuses.push((await post(index, 'confirm-stripe-payment', payload)).statusCode)
    }
    expect(statuses).toEqual([400, 400, 400, 429, 429, 429])
    expect(asked).toBe(3)
    const other = { paymentIntentId: 'pi_other', orderId: newOrderId() }
    expect((await post(0, 'confirm-stripe-payment', other)).statusCode).toBe(429)
    expect((await post(0, 'confirm-stripe-payment', other, '10.0.0.2')).statusCode).toBe(404)
  })

  it('are limited for what one address begins, by card and by wallet, over all servers', async () => {
    const replies: Awaited<ReturnType<typeof post>>[] = []
    for (let index = 0; index < 5; index += 1) {
      const [url, body] = index < 3 ? ['create-payment-intent', intentBody] : ['paypal-create-order', walletBody]
      replies.push(await post(index, url, body(newOrderId()), '10.0.0.4'))
    }
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429])
    const refused = { success: false, code: 'throttled', message: expect.stringMatching(/^Too many payment/) }
    expect(replies[4]?.json()).toMatchObject(refused)
    expect(Number(replies[4]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await post(0, 'paypal-create-order', walletBody(newOrderId()), '10.0.0.5')).statusCode).toBe(200)
  })

  it('are limited for forged webhooks, whose signatures PayPal itself would have to check', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 4; index += 1) {
      statuses.push((await post(index, 'webhooks/paypal', { id: 'WH-1' }, '10.0.0.3')).statusCode)
    }
    expect(statuses).toEqual([400, 400, 429, 429])
  })
})
