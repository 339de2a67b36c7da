import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '../database/database'
import { orderEvents, orders, outbox, payments } from '../database/schema'
import { silentLog } from '../testing/silent-log'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { findOrdersToCheck } from './attention'
import { answerOperator, askRunningServer } from './operator-socket'
import { readOrdersToCheck } from './read-orders'

jest.setTimeout(60_000)

const HOUR = 60 * 60 * 1_000
let database: Database
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'operator-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await clearDatabase(database)
})
afterAll(() => database.close())

const idOf = (name: string) => `order_1763716276001_${name}`

async function addOrder(name: string, values: Partial<typeof orders.$inferInsert> = {}): Promise<string> {
  const id = idOf(name)
  const customer = { customerEmail: `${name}@example.com`, customerName: 'Ada Marsh', description: '' }
  const amounts = { amountPence: 11_900, vatPence: 2_000, isPriced: true }
  await database
    .queries()
    .insert(orders)
    .values({ ...customer, ...amounts, id, state: 'paid', attempt: 1, ...values })
  return id
}

const ago = (hours: number) => new Date(Date.now() - hours * HOUR)

async function reasons(): Promise<Record<string, string[]>> {
  const found = await findOrdersToCheck(database.queries())
  return Object.fromEntries(found.map((order) => [order.orderId, order.reasons]))
}

describe('orders that need a person', () => {
  it('are none in a shop where all is well', async () => {
    await addOrder('paid')
    await addOrder('young', { state: 'pending', updatedAt: ago(20) })
    await addOrder('decided', { state: 'processing', updatedAt: ago(48) })
    await addOrder('ended', { state: 'cancelled', updatedAt: ago(500) })
    expect(await reasons()).toEqual({})
  })

  it('are those that were paid and held, with the last reason why', async () => {
    const id = await addOrder('held', { state: 'needs_attention' })
    const event = { orderId: id, type: 'moved', toState: 'needs_attention' as const, source: 'webhook' }
    await database
      .queries()
      .insert(orderEvents)
      .values([
        { ...event, detail: { reason: 'an older reason' } },
        { ...event, detail: { reason: 'the browser sent no items' } },
      ])
    const [order] = await findOrdersToCheck(database.queries())
    expect(order).toEqual({
      orderId: id,
      state: 'needs_attention',
      amountPence: 11_900,
      customerName: 'Ada Marsh',
      customerEmail: 'held@example.com',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      reasons: ['paid, not confirmed: the browser sent no items'],
    })
  })

  it('are those that nobody cancelled, decided, sent back or told the buyer about', async () => {
    const queries = database.queries()
    await addOrder('unpaid', { state: 'pending', updatedAt: ago(26) })
    await addOrder('undecided', { state: 'processing', updatedAt: ago(24 * 8) })
    const payment = { attempt: 1, provider: 'stripe' as const, amountPence: 11_900, state: 'duplicate' as const }
    const twice = await addOrder('twice')
    const soon = await addOrder('soon')
    await queries.insert(payments).values([
      { ...payment, orderId: twice, idempotencyKey: '1', chargeId: 'pi_2', createdAt: ago(2) },
      { ...payment, orderId: soon, idempotencyKey: '2', chargeId: 'pi_3' },
    ])
    const unsent = await addOrder('unsent')
    const mail = { kind: 'order_confirmation', recipient: 'x', recipientName: 'y' }
    await queries.insert(outbox).values([
      { ...mail, orderId: unsent, messageId: '<1>', attempts: 4, lastError: '550 no such user' },
      { ...mail, orderId: soon, messageId: '<2>' },
    ])
    expect(await reasons()).toEqual({
      [idOf('unpaid')]: [expect.stringContaining('unpaid for more than a day and not cancelled')],
      [idOf('undecided')]: ['the bank has not decided for a week'],
      [twice]: ['paid twice: stripe payment pi_2 is still to be sent back'],
      [unsent]: ['the message order_confirmation was not sent in 4 attempts: 550 no such user'],
    })
  })
})

describe('asking the process that has the embedded database open', () => {
  it('answers on a socket that is this user’s alone, and cleans up what a killed process left', async () => {
    const id = await addOrder('held', { state: 'needs_attention' })
    writeFileSync(path.join(folder, 'operator.sock'), '')
    const stop = answerOperator(folder, database, silentLog)
    const told = await waitFor(() => askRunningServer(folder))
    expect(told).toMatchObject([{ orderId: id, reasons: ['paid, not confirmed: the reason was not kept'] }])
    expect(statSync(path.join(folder, 'operator.sock')).mode & 0o777).toBe(0o600)
    expect(await readOrdersToCheck({ databaseUrl: undefined, dataDir: folder })).toEqual(told)
    await stop()
    expect(await askRunningServer(folder)).toBeUndefined()
  })

  it('finds nobody in a folder that no process uses, and makes no database by looking', async () => {
    expect(await readOrdersToCheck({ databaseUrl: undefined, dataDir: path.join(folder, 'none') })).toEqual([])
  })

  it('does without in a folder whose name is too long for a socket', async () => {
    const dataDir = path.join(folder, 'x'.repeat(200))
    await answerOperator(dataDir, database, silentLog)()
    expect(await askRunningServer(dataDir)).toBeUndefined()
  })

  it('says so when the answer is not one', async () => {
    const server = createServer((_request, response) => response.end('{}'))
    await new Promise<void>((resolve) => server.listen(path.join(folder, 'operator.sock'), resolve))
    await expect(askRunningServer(folder)).rejects.toThrow('cannot read its database now')
    await new Promise((resolve) => server.close(resolve))
  })
})

/** The socket opens a moment after it was asked for. */
async function waitFor<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return undefined
}
