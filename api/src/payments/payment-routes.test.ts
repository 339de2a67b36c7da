import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { setUpShop } from '../testing/set-up-shop'

const shop = setUpShop()

describe('the payment routes', () => {
  it('R184, R187: are described by their schemas at /openapi.json', async () => {
    const described = (await shop.app.inject('/api/openapi.json')).json()
    const names = ['create-payment-intent', 'confirm-stripe-payment', 'paypal-create-order', 'paypal-capture']
    const documented = Compile(
      Type.Object({
        openapi: Type.String({ pattern: '^3' }),
        paths: Type.Object(Object.fromEntries(names.map((name) => [`/api/payments/${name}`, Type.Object({})]))),
      }),
    )
    expect(documented.Check(described)).toBe(true)
    expect(JSON.stringify(described)).not.toContain('webhooks')
  })

  it('take no other method, no form and no post of another site', async () => {
    const url = '/api/payments/create-payment-intent'
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await shop.app.inject({ method: 'GET', url })).statusCode).toBe(404)
    expect((await shop.app.inject({ method: 'POST', url, body: 'a=1', headers: form })).statusCode).toBe(415)
    const foreign = await shop.post('create-payment-intent', {}, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.statusCode).toBe(403)
  })
})
