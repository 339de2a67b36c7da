import Fastify, { type FastifyInstance } from 'fastify'
import type { Database } from '../database/database'
import { DatabaseUnavailable } from '../database/database-error'
import { orders, outbox, payments } from '../database/schema'
import { createTestDatabase } from '../testing/test-database'
import { createCounter, createHistogram, formatMetric } from './metric'
import { registerMetrics } from './register-metrics'

jest.setTimeout(60_000)

const token = 'a token of sixteen letters or more'
let database: Database
const apps: FastifyInstance[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))
afterAll(() => database.close())

async function start(options: Partial<Parameters<typeof registerMetrics>[1]> = {}) {
  const app = Fastify()
  apps.push(app)
  app.setNotFoundHandler((_request, reply) => reply.status(404).send('nothing'))
  registerMetrics(app, { database, ...options })
  app.get('/orders/:id', async () => 'order')
  await app.ready()
  return app
}

describe('/metrics', () => {
  it('counts requests by route, and payments, orders and mail by what the database has', async () => {
    const id = 'order_1763716276001_ab12cd34'
    const customer = { customerEmail: 'ada@example.com', customerName: 'Ada Marsh', description: '' }
    const queries = database.queries()
    await queries.insert(orders).values({ ...customer, id, state: 'paid', attempt: 1, amountPence: 1, isPriced: true })
    const payment = { orderId: id, attempt: 1, idempotencyKey: 'key', amountPence: 1 }
    await queries.insert(payments).values({ ...payment, provider: 'stripe', state: 'succeeded' })
    const mail = { orderId: id, kind: 'order_confirmation', messageId: '<1>', recipient: 'x', recipientName: 'y' }
    await queries.insert(outbox).values({ ...mail, createdAt: new Date(Date.now() - 600_000) })

    const app = await start({ replies: () => [{ labels: { kind: 'page' }, value: 7 }] })
    for (const name of ['1', '2', '3']) await app.inject(`/orders/${name}?email=ada@example.com`)
    await app.inject('/missing')
    const { statusCode, headers, body } = await app.inject('/metrics')

    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
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
        'site_outbox_unsent 1',
      ]),
    )
    const age = Number(lines.find((line) => line.startsWith('site_outbox_oldest_seconds '))?.split(' ')[1])
    expect(age).toBeGreaterThanOrEqual(600)
    expect(age).toBeLessThan(660)
    expect(body).not.toContain('ada')
    for (const line of lines.filter(Boolean)) {
      expect(line).toMatch(/^# (HELP|TYPE) \w+ .+$|^\w+(\{(\w+="[^"\\]*",?)+\})? -?[\d.e+-]+$/)
    }
  })

  it('answers without the database too', async () => {
    const away: Database = {
      ...database,
      queries: () => {
        throw new DatabaseUnavailable('away')
      },
    }
    const { statusCode, body } = await (await start({ database: away })).inject('/metrics')
    expect(statusCode).toBe(200)
    expect(body).toContain('site_database_up 0')
    expect(body).not.toContain('site_orders')
  })

  it.each([
    ['another machine', { remoteAddress: '10.0.0.7' }],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.1' } }],
    ['a page whose name was pointed at this machine', { headers: { host: 'evil.example:3000' } }],
    ['a wrong token', { remoteAddress: '10.0.0.7', headers: { authorization: `Bearer ${token}x` } }],
  ])('does not exist for %s', async (_name, request) => {
    const reply = await (await start({ token })).inject({ url: '/metrics', ...request })
    expect(reply.statusCode).toBe(404)
    expect(reply.body).toBe('nothing')
  })

  it('exists for whoever has the token', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const app = await start({ token })
    expect((await app.inject({ url: '/metrics', remoteAddress: '10.0.0.7', headers })).statusCode).toBe(200)
  })
})

describe('a metric', () => {
  it('escapes its labels', () => {
    const counter = createCounter<{ path: string }>()
    counter.add({ path: 'a"b\\c\nd' })
    counter.add({ path: 'a"b\\c\nd' })
    expect(formatMetric('x_total', 'Help.', 'counter', counter.samples())).toBe(
      '# HELP x_total Help.\n# TYPE x_total counter\nx_total{path="a\\"b\\\\c\\nd"} 2\n',
    )
  })

  it('counts durations at or below each bound', () => {
    const histogram = createHistogram([0.1, 1])
    for (const seconds of [0.05, 0.1, 0.5, 3]) histogram.observe(seconds)
    expect(formatMetric('x', 'Help.', 'histogram', histogram.samples()).split('\n').slice(2, -1)).toEqual([
      'x_bucket{le="0.1"} 2',
      'x_bucket{le="1"} 3',
      'x_bucket{le="+Inf"} 4',
      'x_sum 3.65',
      'x_count 4',
    ])
  })
})
