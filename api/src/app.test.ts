import { readFileSync } from 'node:fs'
import { apiCalls } from '@site/shared/contracts/calls'
import Fastify, { type FastifyInstance } from 'fastify'
import { cases } from './database/after-sale-tables'
import { providerPauses } from './database/schema'
import { registerMetrics } from './metrics/register-metrics'
import { createBuyer, newOrderId, readOrder } from './testing/buyer'
import { setUpShop } from './testing/set-up-shop'
import { startSmtpServer } from './testing/smtp-server'

const shop = setUpShop({ config: { shopMail: 'sales@example.com' } })

describe('the frame of the API', () => {
  const post = (payload: string, headers: Record<string, string> = {}) => {
    const json = { 'content-type': 'application/json', ...headers }
    return shop.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers: json })
  }

  it.each([
    ['another type', '{"email":5,"password":""}', 400, 'validation', 'Please enter a valid email address'],
    ['an extra field', '{"email":"a@b.co","password":"x","a":1}', 400, 'validation', /^The request is not valid: body/],
    ['a missing field', '{}', 400, 'validation', /email/],
    ['half a body', '{"email":', 400, 'invalid_json', 'The request is not valid JSON.'],
    ['no body', '', 400, 'invalid_json', 'The request has no content.'],
    ['__proto__', '{"email":"a@b.co","__proto__":{"x":1}}', 400, 'invalid_json', /JSON/],
    ['constructor', '{"email":"a@b.co","constructor":{"prototype":{}}}', 400, 'invalid_json', /JSON/],
    ['more than 32 KB', `{"x":"${'x'.repeat(33_000)}"}`, 413, 'body_too_large', 'The request is too large.'],
    ['a deep body', `${'['.repeat(9_000)}${']'.repeat(9_000)}`, 400, 'validation', /object/],
  ])('refuses %s in its one shape', async (_name, payload, status, code, message) => {
    const reply = await post(payload)
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toEqual({ success: false, code, message: expect.stringMatching(message) })
  })

  it.each([
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    [{ 'sec-fetch-site': 'cross-site' }, 403, 'cross_site'],
    [{ 'sec-fetch-site': 'cross-site', 'x-requested-with': 'site' }, 401, 'wrong_credentials'],
  ])('answers a sign-in with %j with %d', async (headers, status, code) => {
    const reply = await post('{"email":"a@b.co","password":"x"}', headers)
    expect([reply.statusCode, reply.json()]).toMatchObject([status, { code }])
  })

  it('answers an unknown address in its one shape, and keeps the details of an error to itself', async () => {
    const unknown = await shop.app.inject('/api/nothing')
    expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { success: false, code: 'not_found' }])
    jest.spyOn(shop.database, 'isReady').mockRejectedValue(new Error('secret detail'))
    const broken = await shop.app.inject('/api/health')
    expect([broken.statusCode, broken.json()]).toMatchObject([500, { success: false, code: 'internal' }])
    expect(broken.body).not.toContain('secret')
  })
})

describe('the whole API', () => {
  // The contract check misses any call that the contract does not name.
  it('R184, R187: has the calls and schemas that the contract names for pages, and describes them', async () => {
    const isPagesCall = (name: string) => /^POST \/api\/(account|auth|orders|payments)\/[\w-]+$/.test(name)
    const routes: Record<string, object> = {}
    const app = Fastify()
    app.addHook('onRoute', ({ method, url, schema }) => {
      const replies = Object(schema?.response)
      if (!isPagesCall(`${method} ${url}`)) return
      routes[`${method} ${url}`] = { accepts: schema?.body, answers: replies[200], refuses: replies['4xx'] }
    })
    await app.register(shop.api.plugin, { prefix: '/api' })
    await app.ready()
    expect(routes).toEqual(apiCalls)
    const described = (await app.inject('/api/openapi.json')).json()
    expect(described.openapi).toMatch(/^3/)
    const addresses = Object.keys(apiCalls).map((call) => call.replace('POST ', ''))
    expect(Object.keys(described.paths)).toEqual(expect.arrayContaining(addresses))
    expect(JSON.stringify(described)).not.toContain('webhooks')
    const health = await app.inject('/api/health')
    expect([health.statusCode, health.json()]).toEqual([200, { success: true, status: 'ok' }])
    expect(health.headers['x-request-id']).toBeDefined()
    await app.close()
  })

  it('R134: sends the confirmation of a paid order by itself', async () => {
    const mailServer = await startSmtpServer()
    await shop.startOther({ peer: shop, config: { mailFrom: 'shop@example.com', smtpUrl: mailServer.url } })
    const orderId = await shop.buyer.buy()
    for (const deadline = Date.now() + 20_000; mailServer.received.length < 2 && Date.now() < deadline; ) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const [mail, sale] = mailServer.received
    expect(mail).toMatchObject({ from: 'shop@example.com', to: ['ada@example.com'] })
    expect(sale).toMatchObject({ to: ['sales@example.com'] })
    expect(sale?.data).toContain(`Subject: Order ${orderId} was paid`)
    expect(mail?.data).toContain(`Subject: Your order ${orderId} is confirmed`)
    // `JVBERi0` is `%PDF-` in base64.
    expect(mail?.data).toMatch(/Content-Type: application\/pdf; name="?R-000001\.pdf[\s\S]+JVBERi0/)
    expect(sale?.data).not.toContain('application/pdf')
    await mailServer.close()
  })

  it('shows no mail in production, or beside a live key whatever the rest of the environment says', async () => {
    const { providers } = shop.fakeProviders
    const isLive = { providers: { ...providers, stripe: { ...providers.stripe, isLive: true } } }
    for (const config of [{ isProduction: true }, isLive]) {
      const live = await shop.startOther({ peer: shop, config })
      expect(live.api.sandbox).toBeUndefined()
      expect((await live.app.inject('/sandbox/mail')).statusCode).toBe(404)
    }
  })

  it('sends and promises no mail where it was told not to', async () => {
    const silent = await shop.startOther({ peer: shop, config: { isMailOff: true } })
    const buyer = createBuyer(silent)
    const orderId = newOrderId()
    const reply = await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
    expect(reply.json()).toMatchObject({ success: true, data: { isMailed: false } })
    expect((await readOrder(shop.database, orderId)).mails).toEqual([])
  })
})

const token = 'a token of sixteen letters or more'
const headers = { authorization: `Bearer ${token}` }
const apps: FastifyInstance[] = []
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

async function start(options: Partial<Parameters<typeof registerMetrics>[1]> = {}) {
  const app = Fastify()
  apps.push(app)
  app.setNotFoundHandler((_request, reply) => reply.status(404).send('nothing'))
  registerMetrics(app, { database: shop.database, ...options })
  app.get('/orders/:id', async () => 'order')
  await app.ready()
  return app
}

describe('/metrics', () => {
  it('counts requests by route, and payments, orders and mail by what the database has', async () => {
    await shop.buyer.buy()
    await shop.change("update outbox set created_at = now() - interval '10 minutes'")
    const queries = shop.queries()
    await queries.insert(cases).values({ kind: 'unmatched_charge', subject: 'x', summary: 'y' })
    await queries.insert(providerPauses).values({ provider: 'stripe', reason: 'x' })

    const app = await start({ replies: () => ({ page: 7, file: 0 }) })
    for (const name of ['1', '2', '3']) await app.inject(`/orders/${name}?email=ada@example.com`)
    await app.inject('/missing')
    const { statusCode, headers: sent, body } = await app.inject('/metrics')
    expect(statusCode).toBe(200)
    expect(sent['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const lines = body.split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'site_requests_total{method="GET",route="/orders/:id",status="200"} 3',
        'site_requests_total{method="GET",route="none",status="404"} 1',
        'site_request_seconds_count 4',
        'site_replies_total{kind="page"} 7',
        'site_database_up 1',
        'site_orders{state="paid"} 1',
        'site_payments{provider="stripe",state="succeeded"} 1',
        'site_outbox_unsent 2',
        'site_cases_open 1',
        'site_provider_paused{provider="stripe"} 1',
        'site_request_seconds_bucket{le="+Inf"} 4',
      ]),
    )
    const age = Number(lines.find((line) => line.startsWith('site_outbox_oldest_seconds '))?.split(' ')[1])
    expect(age).toBeGreaterThanOrEqual(600)
    expect(age).toBeLessThan(660)
    expect(body).not.toContain('ada')
    for (const line of lines.filter(Boolean)) {
      expect(line).toMatch(/^# (HELP|TYPE) \w+ .+$|^\w+(\{(\w+="[^"\\]*",?)+\})? (-?[\d.e+-]+|Nan)$/)
    }
  })

  it('has every metric of the shop that the alert rules and the dashboard in deploy/ ask for', async () => {
    await shop.buyer.buy()
    const { body } = await (await start({ replies: () => ({ page: 1 }) })).inject('/metrics')
    for (const file of ['alerts.yaml', 'dashboard.json']) {
      const text = readFileSync(`${__dirname}/../../deploy/monitoring/${file}`, 'utf8')
      const asked = new Set(text.match(/\bsite_\w+/g)?.map((name) => name.replace(/_bucket$/, '')))
      expect(asked.size).toBeGreaterThan(4)
      for (const name of asked) expect(body).toContain(`# TYPE ${name} `)
    }
  })

  it('answers without the database too', async () => {
    shop.troubles.isAway = true
    const { statusCode, body } = await (await start()).inject('/metrics')
    expect(statusCode).toBe(200)
    expect(body).toContain('site_database_up 0')
    expect(body).not.toContain('site_orders')
    expect(body).not.toContain('site_outbox')
  })

  it.each<[string, object, Parameters<typeof start>[0]]>([
    ['another machine', { remoteAddress: '10.0.0.7' }, {}],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.1' } }, {}],
    ['a page whose name was pointed at this machine', { headers: { host: 'evil.example:3000' } }, {}],
    ['a wrong token', { remoteAddress: '10.0.0.7', headers: { authorization: `Bearer ${token}x` } }, {}],
    ['anybody behind a proxy without the token', {}, { isBehindProxy: true }],
    ['anybody behind a proxy where none is set', { headers }, { isBehindProxy: true, token: undefined }],
  ])('does not exist for %s', async (_name, request, rules) => {
    const reply = await (await start({ token, ...rules })).inject({ url: '/metrics', ...request })
    expect([reply.statusCode, reply.body]).toEqual([404, 'nothing'])
  })

  it.each([false, true])('exists for whoever has the token, behind a proxy: %j', async (isBehindProxy) => {
    const app = await start({ token, isBehindProxy })
    expect((await app.inject({ url: '/metrics', remoteAddress: '10.0.0.7', headers })).statusCode).toBe(200)
  })
})
