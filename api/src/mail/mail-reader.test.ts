import { createHash } from 'node:crypto'
import { PAGE_POLICY } from '@site/papers/page-policy'
import { pence } from '@site/shared/money'
import Fastify from 'fastify'
import type { Database } from '../database/database'
import { orderLines, orders, outbox, payments } from '../database/schema'
import { issueReceiptOf } from '../orders/issue-receipt'
import { lockOrder } from '../orders/order-repository'
import { createTestDatabase } from '../testing/test-database'
import { mailReader } from './mail-reader'

jest.setTimeout(60_000)

const writeLink = async () => 'https://shop.example/account#token'

const app = Fastify()
let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
  await app.register(mailReader({ database, mailFrom: 'shop@example.com', writeLink }), { prefix: '/sandbox' })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

async function queue(): Promise<void> {
  const id = 'order_1763716276001_ab12cd34'
  const customer = { customerEmail: 'ada@example.com', customerName: '<b>Ada</b>' }
  const amounts = { amountPence: pence(11_900), vatPence: pence(2_000), isPriced: true }
  const queries = database.queries()
  await queries.insert(orders).values({ ...customer, ...amounts, id, state: 'paid', attempt: 1, description: '' })
  const line = { courseId: 1, title: 'CITB <Awareness>', unitPence: pence(9_900), quantity: 1 }
  await queries.insert(orderLines).values({ orderId: id, position: 0, ...line })
  const to = { recipient: customer.customerEmail, recipientName: customer.customerName }
  const payment = { attempt: 1, provider: 'stripe', idempotencyKey: id, state: 'succeeded' } as const
  await queries.insert(payments).values({ ...payment, orderId: id, amountPence: amounts.amountPence })
  await database.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order) await issueReceiptOf(tx, order)
  })
  await queries.insert(outbox).values({ ...to, orderId: id, kind: 'order_confirmation', messageId: `<${id}@shop>` })
}

describe('the mail reader', () => {
  it('lists nothing, then what is in the outbox', async () => {
    expect((await app.inject('/sandbox/mail')).body).toContain('There are no messages yet')
    await queue()
    const { body } = await app.inject('/sandbox/mail')
    expect(body).toContain('<a href="/sandbox/mail/1">order_confirmation order_1763716276001_ab12cd34</a>')
    expect(body).toContain('ada@example.com')
    expect(body).toContain('<td>Kept</td>')
  })

  it('D-34: shows a message as the buyer would get it, escaped', async () => {
    const { statusCode, body } = await app.inject('/sandbox/mail/1')
    expect(statusCode).toBe(200)
    expect(body).toContain('<dd>Your order order_1763716276001_ab12cd34 is confirmed</dd>')
    expect(body).toContain('Dear &lt;b&gt;Ada&lt;/b&gt;,')
    expect(body).toContain('<td align="left">CITB &lt;Awareness&gt;</td>')
    expect(body).not.toContain('<b>Ada')
  })

  it('R210: opens what is attached, as the file and as a page', async () => {
    const { body } = await app.inject('/sandbox/mail/1')
    expect(body).toContain('<a href="/sandbox/mail/1/R-000001.pdf">R-000001.pdf</a>')
    expect(body).toContain('<p>Attached is your VAT receipt R-000001. If it should name your employer,')
    const file = await app.inject('/sandbox/mail/1/R-000001.pdf')
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const page = await app.inject('/sandbox/mail/1/R-000001.html')
    expect(page.headers['content-security-policy']).toBe(PAGE_POLICY)
    expect(page.body).toContain('<bdi>&lt;b&gt;Ada&lt;/b&gt;</bdi>')
  })

  it.each(['R-000002.pdf', 'R-000001.exe', 'C-000001.pdf', '..%2f1', 'R-000001'])(
    'R210: has no file %s',
    async (file) => {
      expect((await app.inject(`/sandbox/mail/1/${file}`)).statusCode).toBe(404)
    },
  )

  it.each(['/sandbox/mail', '/sandbox/mail/1'])('%s keeps to its own policy', async (url) => {
    const { headers, body } = await app.inject(url)
    const [, style = ''] = body.match(/<style>([\s\S]*?)<\/style>/) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['cache-control']).toBe('no-store')
    expect(body).not.toMatch(/<script|\sstyle=|\son\w+=/)
  })

  it.each(['2', '0', '-1', '1e3', 'x', '99999999999999999999'])('has no message "%s"', async (id) => {
    expect((await app.inject(`/sandbox/mail/${id}`)).statusCode).toBe(404)
  })
})
