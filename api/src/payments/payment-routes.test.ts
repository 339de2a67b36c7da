import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { readApiConfig } from '../config/read'
import type { Database } from '../database/database'
import { createBuyer, newOrderId } from '../testing/buyer'
import { createTestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
}, 60_000)

afterAll(() => database.close())

describe('the payment routes', () => {
  it('let one address begin ten payments a minute, of both kinds together', async () => {
    const { access } = readApiConfig({ PAYMENT_INTENTS_PER_MINUTE: '10' }, 'http://localhost:3000').config
    const test = await createTestApi(database, { config: { access } })
    const buyer = createBuyer(test)
    for (let count = 0; count < 5; count += 1) {
      expect((await buyer.start(newOrderId())).statusCode).toBe(200)
      expect((await buyer.startWallet(newOrderId())).statusCode).toBe(200)
    }
    const refused = await buyer.start(newOrderId())
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({
      success: false,
      code: 'throttled',
      message: expect.stringMatching(/^Too many payment/),
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await buyer.confirmCard(newOrderId(), 'pi_1')).statusCode).toBe(404)
    await test.close()
  })

  it('R184, R187: are described by their schemas at /openapi.json', async () => {
    const test = await createTestApi(database)
    const described = (await test.app.inject('/api/openapi.json')).json()
    const names = ['create-payment-intent', 'confirm-stripe-payment', 'paypal-create-order', 'paypal-capture']
    const documented = Compile(
      Type.Object({
        openapi: Type.String({ pattern: '^3' }),
        paths: Type.Object(Object.fromEntries(names.map((name) => [`/api/payments/${name}`, Type.Object({})]))),
      }),
    )
    expect(documented.Check(described)).toBe(true)
    expect(JSON.stringify(described)).not.toContain('webhooks')
    await test.close()
  })

  it('take no other method, no form and no post of another site', async () => {
    const test = await createTestApi(database)
    const url = '/api/payments/create-payment-intent'
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await test.app.inject({ method: 'GET', url })).statusCode).toBe(404)
    expect((await test.app.inject({ method: 'POST', url, body: 'a=1', headers: form })).statusCode).toBe(415)
    const foreign = await test.post('create-payment-intent', {}, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.statusCode).toBe(403)
    await test.close()
  })
})
