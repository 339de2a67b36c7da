import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pence } from '@site/shared/money'
import { adminOf } from './admin'
import { answerAdmin, askRunningServer } from './admin/admin-socket'
import { findAttention } from './attention/attention'
import { readApiConfig } from './config/read'
import { orderEvents, orders, outbox, payments } from './database/schema'
import { untilEqual } from './testing/after-sale'
import { HOUR, setUpShop } from './testing/set-up-shop'

const shop = setUpShop()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'admin-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const idOf = (name: string) => `order_1763716276001_${name}`

async function addOrder(name: string, values: Partial<typeof orders.$inferInsert> = {}): Promise<string> {
  const id = idOf(name)
  const customer = { customerEmail: `${name}@example.com`, customerName: 'Ada Marsh', description: '' }
  const amounts = { amountPence: pence(11_900), vatPence: pence(2_000), isPriced: true }
  const order = { ...customer, ...amounts, id, state: 'paid' as const, attempt: 1, ...values }
  await shop.queries().insert(orders).values(order)
  return id
}

const ago = (hours: number) => new Date(Date.now() - hours * HOUR)

it('orders that need a person are those that nobody cancelled, decided, sent back or told the buyer about, and no others', async () => {
  const queries = shop.queries()
  await addOrder('paid')
  await addOrder('young', { state: 'pending', updatedAt: ago(20) })
  await addOrder('decided', { state: 'processing', updatedAt: ago(48) })
  await addOrder('ended', { state: 'cancelled', updatedAt: ago(500) })
  await addOrder('unpaid', { state: 'pending', updatedAt: ago(26) })
  await addOrder('undecided', { state: 'processing', updatedAt: ago(24 * 8) })
  const payment = { attempt: 1, provider: 'stripe' as const, amountPence: pence(11_900), state: 'duplicate' as const }
  const twice = await addOrder('twice')
  const soon = await addOrder('soon')
  await queries.insert(payments).values([
    { ...payment, orderId: twice, idempotencyKey: '1', chargeId: 'pi_2', createdAt: ago(2) },
    { ...payment, orderId: soon, idempotencyKey: '2', chargeId: 'pi_3' },
  ])
  const unsent = await addOrder('unsent')
  const untried = await addOrder('untried')
  const expired = await addOrder('expired')
  const mail = { kind: 'order_confirmation', recipient: 'x', recipientName: 'y' }
  await queries.insert(outbox).values([
    { ...mail, orderId: unsent, messageId: '<1>', attempts: 4, lastError: '550 no such user' },
    { ...mail, orderId: soon, messageId: '<2>' },
    { ...mail, orderId: untried, messageId: '<3>', createdAt: ago(2) },
    { ...mail, orderId: expired, messageId: '<4>', attempts: 1, createdAt: ago(24 * 6), lastError: 'timeout' },
  ])
  const { orders: found } = await findAttention(queries)
  expect(Object.fromEntries(found.map(({ orderId, reasons }) => [orderId, reasons]))).toEqual({
    [idOf('unpaid')]: [expect.stringContaining('unpaid for more than a day and not ended')],
    [idOf('undecided')]: ['the bank has not decided for a week'],
    [twice]: ['money that may not be kept: stripe payment pi_2 is still to be sent back'],
    [untried]: ['the message order_confirmation was never tried: no server sends mail (SMTP_URL)'],
    [expired]: ['the message order_confirmation was not sent in 1 attempt: timeout; it is not tried again'],
    [unsent]: ['the message order_confirmation was not sent in 4 attempts: 550 no such user'],
  })
})

describe('asking the process that has the embedded database open', () => {
  let stop: (() => Promise<void>) | undefined
  const ask = (dataDir = folder) => adminOf({ ...readApiConfig({}, 'http://localhost:3000').config, dataDir })
  const attention = { do: 'attention' } as const
  const untilAnswered = () => untilEqual(async () => (await askRunningServer(folder, attention)) !== undefined, true)

  afterEach(() => stop?.())

  it('answers on a socket that is this user’s alone, and cleans up what a killed process left', async () => {
    const id = await shop.buyer.buy({ items: undefined })
    const held = { orderId: id, type: 'moved', toState: 'needs_attention' as const, source: 'webhook' }
    const later = { ...held, detail: { reason: 'a later reason' } }
    await shop.queries().insert(orderEvents).values(later)
    writeFileSync(path.join(folder, 'admin.sock'), '')
    stop = answerAdmin(folder, shop.api.services)
    await untilAnswered()
    const answer = await askRunningServer(folder, attention)
    const buyer = { customerName: 'Ada Brown', customerEmail: 'ada@example.com' }
    const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
    const order = { ...buyer, orderId: id, state: 'needs_attention', amountPence: 21_500, createdAt }
    expect(answer?.result).toMatchObject({ orders: [{ ...order, reasons: ['paid, not confirmed: a later reason'] }] })
    expect(statSync(path.join(folder, 'admin.sock')).mode & 0o777).toBe(0o600)
    expect(await ask()(attention)).toEqual(answer?.result)
    const cancel = { do: 'cancel', orderId: 'order_none00', actor: 'ruth', reason: 'a test' } as const
    await expect(ask()(cancel)).rejects.toThrow('There is no order order_none00')
    // A second server took the socket away, and doctor said that buyers cannot pay.
    await answerAdmin(folder, shop.api.services)()
    expect(await askRunningServer(folder, attention)).toEqual(answer)
    await stop()
    expect(await askRunningServer(folder, attention)).toBeUndefined()
  })

  it('says which provider does not answer, and whether to try again', async () => {
    stop = answerAdmin(folder, shop.api.services)
    await untilAnswered()
    const reconcile = () => ask()({ do: 'reconcile', sinceMs: 48 * HOUR })
    const failBy = (how: 'error' | 'forbidden') => {
      shop.failures.call = ({ action, provider }) =>
        action === 'list' && provider === 'paypal' ? { when: 'before', how } : undefined
    }
    failBy('error')
    await expect(reconcile()).rejects.toThrow(/^PayPal.* Try again in a moment\.$/)
    failBy('forbidden')
    await expect(reconcile()).rejects.toThrow(/^PayPal .* switch "Transaction Search" on for it\.$/)
  })

  it('finds nobody in a folder that no process uses or whose name is too long, and makes no database by looking', async () => {
    const dataDir = path.join(folder, 'none')
    expect(await ask(dataDir)(attention)).toEqual({ orders: [], cases: [], warnings: [] })
    expect(await ask(dataDir)({ do: 'list', limit: 5 })).toEqual([])
    const show = { do: 'show', orderId: 'order_none00' } as const
    await expect(ask(dataDir)(show)).rejects.toThrow('There is no database in')
    expect(existsSync(dataDir)).toBe(false)
    const tooLong = path.join(folder, 'x'.repeat(200))
    await answerAdmin(tooLong, shop.api.services)()
    expect(await askRunningServer(tooLong, attention)).toBeUndefined()
  })

  // An origin that ended in the middle of its answer was reported in a parser's words.
  it.each(['{}', 'nonsense', 'null'])('says so when the answer is %s', async (answer) => {
    const server = createServer((_request, response) => response.end(answer))
    await new Promise<void>((resolve) => server.listen(path.join(folder, 'admin.sock'), resolve))
    await expect(askRunningServer(folder, attention)).rejects.toThrow('no answer that makes sense')
    await new Promise((resolve) => server.close(resolve))
  })
})
