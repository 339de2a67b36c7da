import { pence } from '@site/shared/money'
import { asc, eq, lt } from 'drizzle-orm'
import { findAttention } from '../attention/attention'
import { orders, outbox } from '../database/schema'
import { setUpShop } from '../testing/set-up-shop'
import { silentLog } from '../testing/silent-log'
import { startSmtpServer } from '../testing/smtp-server'
import { connectSmtp, createMailWorker, type SendMail } from './mail-worker'

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
const failed = { attempts: 9, lastError: '450 busy', nextAttemptAt: ago(-0.25) }

const shop = setUpShop()
let server: Awaited<ReturnType<typeof startSmtpServer>>
beforeAll(async () => {
  server = await startSmtpServer()
})
afterEach(() => {
  server.failWith()
  server.received.length = 0
})
afterAll(() => server.close())

type Values = Partial<typeof outbox.$inferInsert>

async function queue(name: string, values: Values = {}): Promise<string> {
  const id = `order_1763716276001_${name}`
  const customer = { customerEmail: `${name}@example.com`, customerName: 'Ada Marsh', description: '' }
  const order = { ...customer, id, state: 'paid' as const, attempt: 1, amountPence: pence(11_900), isPriced: true }
  await shop.queries().insert(orders).values(order)
  await queueNext(id, { kind: 'order_confirmation', recipient: customer.customerEmail, ...values })
  return id
}

async function queueNext(orderId: string, values: Values = {}): Promise<void> {
  const kind = values.kind ?? 'payment_refunded:refund-1'
  const recipient = `${orderId.split('_')[2]}@example.com`
  const row = { orderId, kind, messageId: `<${orderId}.${kind}@shop.example>`, recipient, recipientName: 'Ada Marsh' }
  const kept = { ...row, ...values }
  await shop.queries().insert(outbox).values(kept)
}

const writing = { mailFrom: 'shop@example.com', writeLink: async () => 'https://shop.example/account#token' }
const createWorker = (send: SendMail = connectSmtp(server.url), database = shop.database) =>
  createMailWorker({ database, send, ...writing, log: silentLog })

async function readRow(orderId: string) {
  const [row] = await shop.queries().select().from(outbox).where(eq(outbox.orderId, orderId)).orderBy(asc(outbox.id))
  if (!row) throw new Error('There is no such row')
  return row
}
const change = (values: Values) => shop.queries().update(outbox).set(values)
const makeDue = () => shop.change('update outbox set next_attempt_at = now()')
const subjects = () => server.received.map(({ data }) => /^Subject: (\S+ \S+)/m.exec(data)?.[1])

describe('the outbox', () => {
  it('R135, D-34: sends each message once, with text, HTML and a fixed Message-ID', async () => {
    const orderId = await queue('ada')
    await queue('bob')
    const worker = createWorker()
    expect([await worker.sendDue(), await worker.sendDue()]).toEqual([2, 0])
    const mail = server.received.find(({ to }) => to.includes('ada@example.com'))
    expect(mail?.from).toBe('shop@example.com')
    const headers = [`Message-ID: <${orderId}.order_confirmation@shop.example>`, `Subject: Your order ${orderId} is`]
    for (const part of [...headers, 'Content-Type: text/plain', 'Content-Type: text/html', '119.00'])
      expect(mail?.data).toContain(part)
    expect(mail?.data).toMatch(/^To: "?Ada Marsh"? <ada@example\.com>$/m)
    expect(await readRow(orderId)).toMatchObject({ attempts: 1, sentAt: expect.any(Date), lastError: null })
  })

  it.each([
    ['refuses the connection', 'CONNECT', '554 no service'],
    ['hangs up', 'MAIL', 'drop'],
    ['asks to come back', 'RCPT', '450 mailbox busy'],
    ['refuses the shop itself', 'MAIL', '550 who are you'],
    ['has no room in the mailbox', 'RCPT', '552 over quota'],
    ['fails with the message', '.', '451 disk full'],
  ])('keeps a message when the server %s, and sends it later', async (_name, command, reply) => {
    const orderId = await queue('ada')
    server.failWith({ command, reply })
    const worker = createWorker()
    expect(await worker.sendDue()).toBe(0)
    const kept = await readRow(orderId)
    expect(kept).toMatchObject({ attempts: 1, sentAt: null, lastError: expect.any(String) })
    expect(kept.nextAttemptAt.getTime() - Date.now()).toBeGreaterThan(20_000)
    expect(await worker.sendDue()).toBe(0)
    expect((await readRow(orderId)).attempts).toBe(1)

    server.failWith()
    await makeDue()
    expect(await worker.sendDue()).toBe(1)
    expect(server.received).toHaveLength(1)
    expect(await readRow(orderId)).toMatchObject({ attempts: 2, sentAt: expect.any(Date), lastError: null })
  })

  // One refused message ended the round, so 24 registrations with dead addresses held up a paid order's confirmation.
  it('R135, M3: goes on past refused messages, orders first, tries none of them again, and ends a round at 421', async () => {
    const name = { recipientName: '', kind: 'account_reset', messageId: '' }
    const dead = ['dead1', 'dead2', 'dead3'].map((it) => ({ ...name, recipient: `${it}@example.com` }))
    await shop.queries().insert(outbox).values(dead)
    const bounced = await queue('dead4')
    await queue('busy')
    await queueNext(bounced, { recipient: 'dead4@example.com' })
    await queue('ada', { createdAt: new Date(), nextAttemptAt: ago(0) })
    server.failWith(
      { command: 'RCPT', reply: '550 no such user', of: 'dead' },
      { command: 'RCPT', reply: '450 later', of: 'busy' },
    )
    const tried: string[] = []
    const send: SendMail = async (message) => {
      tried.push(message.to.address.replace('@example.com', ''))
      if (tried.at(-1) === 'dead1') await queue('paid')
      await connectSmtp(server.url)(message)
    }
    expect(await createWorker(send).sendDue()).toBe(2)
    expect(tried.splice(0, 4).sort()).toEqual(['ada', 'busy', 'dead4', 'dead4'])
    expect(tried.splice(0)).toEqual(['dead1', 'paid', 'dead2', 'dead3'])
    await queue('bob')
    await change({ nextAttemptAt: ago(0) }).where(lt(outbox.nextAttemptAt, ago(-1)))
    server.failWith({ command: 'RCPT', reply: '421 closing' })
    expect([await createWorker(send).sendDue(), tried.splice(0).length]).toEqual([0, 1])
    server.failWith()
    expect([await createWorker(send).sendDue(), tried.length]).toEqual([1, 1])
    const { orders: listed, warnings } = await findAttention(shop.queries())
    const reasons = listed.find(({ orderId }) => orderId === bounced)?.reasons
    expect(reasons).toEqual(Array(2).fill(expect.stringMatching(/in 1 attempt: .*550 .*; it is not tried again/)))
    expect(warnings).toEqual(['3 messages about accounts were refused by mail servers: see outbox.last_error'])
  })

  it('gives up within seconds on a server that hangs, wherever it does, or is not there', async () => {
    const orderId = await queue('ada')
    await queue('bob')
    const other = await startSmtpServer()
    server.failWith({ command: 'CONNECT', reply: 'hang' })
    other.failWith({ command: 'DATA', reply: 'hang' })
    const started = Date.now()
    const hanging = [server.url, other.url].map((url) => createWorker(connectSmtp(url)).sendDue())
    expect(await Promise.all(hanging)).toEqual([0, 0])
    expect(Date.now() - started).toBeLessThan(9_000)
    await other.close()
    await makeDue()
    const nowhere = createWorker(connectSmtp('smtp://127.0.0.1:1'))
    expect([await nowhere.sendDue(), await nowhere.sendDue()]).toEqual([0, 0])
    expect(await readRow(orderId)).toMatchObject({ sentAt: null, lastError: expect.stringContaining('ECONNREFUSED') })
  })

  it('waits longer after each failure, six hours at most, and gives a message up after five days', async () => {
    const orderId = await queue('ada', { attempts: 3 })
    const failing = createWorker(() => Promise.reject(new Error('no')))
    const delayAfterNext = async () => {
      await makeDue()
      await failing.sendDue()
      return Math.round(((await readRow(orderId)).nextAttemptAt.getTime() - Date.now()) / 1_000)
    }
    expect(await delayAfterNext()).toBeCloseTo(240, -1)
    expect(await delayAfterNext()).toBeCloseTo(480, -1)
    await change({ attempts: 40 })
    expect(await delayAfterNext()).toBeCloseTo(21_600, -1)
    await change({ createdAt: ago(5.1) })
    await makeDue()
    expect(await createWorker().sendDue()).toBe(0)
  })

  it('sends a message again, under the same id, after a crash between sending and marking', async () => {
    await queue('ada')
    const sent: string[] = []
    const send = async ({ messageId }: { messageId: string }) => void sent.push(messageId)
    const queries = () => {
      if (sent.length > 0) throw new Error('killed')
      return shop.queries()
    }
    await expect(createWorker(send, { ...shop.database, queries }).sendDue()).rejects.toThrow('killed')
    expect(await createWorker(send).sendDue()).toBe(0)
    await makeDue()
    expect(await createWorker(send).sendDue()).toBe(1)
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(1)
  })

  it.each(['recipientName', 'recipient', 'messageId'])('never sends a %s with a line break', async (field) => {
    const evil = await queue('evil', { [field]: 'Ada\r\nBcc: everyone@example.com' })
    await queue('ada')
    const worker = createWorker()
    await worker.sendDue()
    await worker.sendDue()
    expect(server.received.map(({ to }) => to)).toEqual([['ada@example.com']])
    expect(await readRow(evil)).toMatchObject({ sentAt: null, lastError: expect.stringContaining('line break') })
  })

  it('is emptied by two servers together without sending anything twice', async () => {
    for (let index = 0; index < 12; index += 1) await queue(`buyer${index}`)
    const sent = await Promise.all([createWorker().sendDue(), createWorker().sendDue()])
    expect(sent[0] + sent[1]).toBe(12)
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(12)
    expect(server.received).toHaveLength(12)
  })

  it('sends an older message about the same order first, also with two servers', async () => {
    const orderId = await queue('ada', failed)
    await queueNext(orderId)
    expect(await createWorker().sendDue()).toBe(0)
    await makeDue()
    const send = connectSmtp(server.url)
    const meanwhile: number[] = []
    const sendSlowly: SendMail = async (message) => {
      if (message.subject.startsWith('Your order')) meanwhile.push(await createWorker().sendDue())
      await send(message)
    }
    expect(await createWorker(sendSlowly).sendDue()).toBe(2)
    expect(meanwhile).toEqual([0])
    expect(subjects()).toEqual(['Your order', 'A refund'])
  })

  it.each([
    ['is for another reader', {}, { recipient: 'shop@example.com' }],
    ['comes when that was given up', { createdAt: ago(5.1) }, {}],
    ['has waited for four days', { createdAt: ago(4.1) }, { createdAt: ago(4.1) }],
  ])('does not hold back a message that %s', async (_which, older, newer) => {
    await queueNext(await queue('ada', { ...failed, ...older }), newer)
    expect(await createWorker().sendDue()).toBe(1)
    expect(subjects()).toEqual(['A refund'])
  })
})
