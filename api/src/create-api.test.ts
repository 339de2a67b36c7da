import type { Database } from './database/database'
import { createBuyer, newOrderId, readOrder } from './testing/buyer'
import { startSmtpServer } from './testing/smtp-server'
import { createTestApi, type TestApi } from './testing/test-api'
import { createTestDatabase } from './testing/test-database'

jest.setTimeout(60_000)

let database: Database
let mailServer: Awaited<ReturnType<typeof startSmtpServer>>
let test: TestApi

beforeAll(async () => {
  database = await createTestDatabase()
  mailServer = await startSmtpServer()
  test = await createTestApi(database, {
    config: { smtpUrl: mailServer.url, mailFrom: 'shop@example.com', shopMail: 'sales@example.com' },
  })
})
afterAll(async () => {
  await test?.close()
  await mailServer?.close()
  await database?.close()
})

describe('the whole API', () => {
  it('R134, D-34: sends the confirmation of a paid order by itself, and shows it in the sandbox', async () => {
    const buyer = createBuyer(test)
    const orderId = newOrderId()
    const paid = buyer.payCard(await buyer.start(orderId))
    expect((await buyer.confirmCard(orderId, paid)).statusCode).toBe(200)

    const deadline = Date.now() + 20_000
    while (mailServer.received.length < 2 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const [mail, sale] = mailServer.received
    expect(mail).toMatchObject({ from: 'shop@example.com', to: ['ada@example.com'] })
    expect(sale).toMatchObject({ to: ['sales@example.com'] })
    expect(sale?.data).toContain(`Subject: Order ${orderId} was paid`)
    expect(mail?.data).toContain(`Subject: Your order ${orderId} is confirmed`)

    const { body } = await test.app.inject('/sandbox/mail/1')
    for (const text of ['Dear Ada Brown,', 'Manual Handling: £179.00', 'VAT (20%): £36.00', 'Total paid: £215.00']) {
      expect(body).toContain(text)
    }
  })

  it('R116, R117: registers a visitor, signs them in and describes both calls', async () => {
    const ada = { firstName: 'Ada', lastName: 'Marsh', email: 'ada.marsh@example.com', password: 'correct horse' }
    const post = (url: string, payload: object) => test.app.inject({ method: 'POST', url, payload })
    const { user } = (await post('/api/auth/register', ada)).json()
    const { email, password } = ada
    const reply = await post('/api/auth/login', { email, password })
    expect(reply.json()).toEqual({ token: expect.any(String), user })
    expect(reply.headers['x-request-id']).toBeDefined()
    const { paths } = (await test.app.inject('/api/openapi.json')).json()
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/auth/login', '/api/auth/register']))
  })

  it('shows nobody’s mail in production', async () => {
    const live = await createTestApi(database, { peer: test, config: { isProduction: true } })
    expect(live.api.sandbox).toBeUndefined()
    expect((await live.app.inject('/sandbox/mail')).statusCode).toBe(404)
    await live.close()
  })

  it('has no sandbox beside a live key, whatever the rest of the environment says', async () => {
    const { providers } = test.fakeProviders
    const config = { providers: { ...providers, stripe: { ...providers.stripe, isLive: true } } }
    const live = await createTestApi(database, { peer: test, config })
    expect(live.api.sandbox).toBeUndefined()
    await live.close()
  })

  it('sends and promises no mail where it was told not to', async () => {
    const silent = await createTestApi(database, { peer: test, config: { isMailOff: true } })
    const buyer = createBuyer(silent)
    const orderId = newOrderId()
    const reply = await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
    expect(reply.json()).toMatchObject({ success: true, data: { isMailed: false } })
    expect((await readOrder(database, orderId)).mails).toEqual([])
    await silent.close()
  })
})
