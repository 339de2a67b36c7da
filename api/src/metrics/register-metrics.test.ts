import { readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { cases } from '../database/after-sale-tables'
import { providerPauses } from '../database/schema'
import { setUpShop } from '../testing/set-up-shop'
import { registerMetrics } from './register-metrics'

const token = 'a token of sixteen letters or more'
const headers = { authorization: `Bearer ${token}` }
const shop = setUpShop()
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
      const text = readFileSync(`${__dirname}/../../../deploy/monitoring/${file}`, 'utf8')
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
