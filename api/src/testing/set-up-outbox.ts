import { pence } from '@site/shared/money'
import { asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../database/database'
import { orders, outbox } from '../database/schema'
import { connectSmtp, createMailWorker, type SendMail } from '../mail/mail-worker'
import { silentLog } from './silent-log'
import { startSmtpServer } from './smtp-server'
import { clearDatabase, createTestDatabase } from './test-database'

const writeLink = async () => 'https://shop.example/account#token'
type Values = Partial<typeof outbox.$inferInsert>

/** An empty outbox for each test, and a mail server that fails on demand. */
export function setUpOutbox() {
  const at = {} as { database: Database; server: Awaited<ReturnType<typeof startSmtpServer>> }
  beforeAll(async () => {
    at.database = await createTestDatabase()
    at.server = await startSmtpServer()
  })
  afterEach(async () => {
    at.server.failWith()
    at.server.received.length = 0
    await clearDatabase(at.database)
  })
  afterAll(async () => {
    await at.server?.close()
    await at.database?.close()
  })

  async function queue(name: string, values: Values = {}): Promise<string> {
    const id = `order_1763716276001_${name}`
    const customer = { customerEmail: `${name}@example.com`, customerName: 'Ada Marsh', description: '' }
    const order = { ...customer, id, state: 'paid' as const, attempt: 1, amountPence: pence(11_900), isPriced: true }
    await at.database.queries().insert(orders).values(order)
    await queueNext(id, { kind: 'order_confirmation', recipient: customer.customerEmail, ...values })
    return id
  }

  async function queueNext(orderId: string, values: Values = {}): Promise<void> {
    const kind = values.kind ?? 'payment_refunded:refund-1'
    const recipient = `${orderId.split('_')[2]}@example.com`
    const row = { orderId, kind, messageId: `<${orderId}.${kind}@shop.example>`, recipient, recipientName: 'Ada Marsh' }
    await at.database
      .queries()
      .insert(outbox)
      .values({ ...row, ...values })
  }

  const createWorker = (send: SendMail = connectSmtp(at.server.url), on = at.database) =>
    createMailWorker({ database: on, send, mailFrom: 'shop@example.com', writeLink, log: silentLog })

  async function readRow(orderId: string) {
    const isMeant = eq(outbox.orderId, orderId)
    const [row] = await at.database.queries().select().from(outbox).where(isMeant).orderBy(asc(outbox.id))
    if (!row) throw new Error('There is no such row')
    return row
  }
  const change = (values: Values) => at.database.queries().update(outbox).set(values)
  const makeDue = () => at.database.queries().execute(sql`update outbox set next_attempt_at = now()`)
  const subjects = () => at.server.received.map(({ data }) => /^Subject: (\S+ \S+)/m.exec(data)?.[1])

  return { at, queue, queueNext, createWorker, readRow, change, makeDue, subjects }
}
