import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findPostgres, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { eq } from 'drizzle-orm'
import { type Admin, adminOf } from '../admin'
import { openCase } from '../cases/cases'
import { type ApiConfig, readApiConfig } from '../config/read'
import { createDatabase } from '../database/create-database'
import { orderEvents } from '../database/schema'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { silentLog } from '../testing/silent-log'
import { createTestApi } from '../testing/test-api'
import { type Operation, runOperation } from './operations'

const onPostgres = hasPostgres ? describe : describe.skip
const person = { actor: 'ruth', reason: 'the buyer asked by phone' }

onPostgres('the operator’s commands on a PostgreSQL server', () => {
  const shop = setUpShop()
  const config = (): ApiConfig => ({
    ...readApiConfig({}, 'http://localhost:3000').config,
    databaseUrl: shop.database.url,
    providers: shop.fakeProviders.providers,
  })
  /** As a command of another process does. */
  const ask: Admin = (operation) => adminOf(config())(operation)
  const run = <O extends Operation>(operation: O) => runOperation(shop.api.services, operation)

  const pay = (changes?: object) => shop.buyer.buy(changes)
  const payHeld = () => pay({ items: undefined })
  async function eventOf(orderId: string, type: string) {
    const events = await shop.queries().select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
    return events.find((event) => event.type === type && event.actor !== null)
  }

  it('list and show every order: state, lines, who, when and the provider’s id', async () => {
    const first = await pay()
    const second = await payHeld()
    const all = await ask({ do: 'list', limit: 10 })
    expect(all.map(({ orderId, state }) => [orderId, state])).toEqual([
      [second, 'needs_attention'],
      [first, 'paid'],
    ])
    expect(await ask({ do: 'list', limit: 10, state: 'paid' })).toHaveLength(1)
    expect((await ask({ do: 'list', limit: 1, before: second })).map(({ orderId }) => orderId)).toEqual([first])
    await expect(ask({ do: 'list', limit: 9, state: 'payed' })).rejects.toThrow(
      'There is no state "payed". There are: created,',
    )
    const day = new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/London' })
    const found = ['BROWN', '@example.com', '£215', first.slice(-8), 'r-000001', day, '100%', '£30,000,000'].map(
      async (text) =>
        (await ask({ do: 'list', limit: 9, text })).map(({ orderId }) => (orderId === first ? 'first' : 'second')),
    )
    const both = ['second', 'first']
    expect(await Promise.all(found)).toEqual([both, both, both, ['first'], ['first'], both, [], []])
    const shown = await ask({ do: 'show', orderId: first })
    expect(shown).toMatchObject({ state: 'paid', amountPence: 21_500, customerEmail: 'ada@example.com' })
    expect(shown.lines).toMatchObject([{ title: 'Manual Handling', unitPence: 17_900, quantity: 1 }])
    const [intent] = shop.buyer.intentsOf(first)
    expect(shown.payments).toMatchObject([{ provider: 'stripe', providerId: intent?.id, state: 'succeeded' }])
    expect(shown.mails.map(({ kind }) => kind)).toEqual(['order_confirmation', 'order_sold'])
    await expect(ask({ do: 'show', orderId: newOrderId() })).rejects.toThrow('There is no order')
  })

  it('cancel an order that nobody paid, and no other', async () => {
    const orderId = newOrderId()
    const intent = (await shop.buyer.start(orderId)).json().data.clientSecret.split('_secret_')[0]
    expect(await run({ do: 'cancel', orderId, ...person })).toContain('is cancelled')
    expect(shop.fakeProviders.stripe.intents.get(intent)?.status).toBe('canceled')
    expect(await eventOf(orderId, 'moved')).toMatchObject({ ...person, toState: 'cancelled' })
    const paid = await pay()
    await expect(run({ do: 'cancel', orderId: paid, ...person })).rejects.toThrow('refund it')
  })

  it('take a case or an order off the list until something new happens to it', async () => {
    const charge = { kind: 'unmatched_charge', subject: 'stripe:pi_9', summary: 'stripe took £1.00 as pi_9' } as const
    expect([await openCase(shop.queries(), charge), await openCase(shop.queries(), charge)]).toEqual([true, false])
    const [found] = (await run({ do: 'attention' })).cases
    expect(found).toMatchObject({ summary: charge.summary })
    expect(await run({ do: 'dismiss', id: String(found?.id), ...person })).toContain('is closed')
    expect((await run({ do: 'attention' })).cases).toEqual([])
    expect(await openCase(shop.queries(), charge)).toBe(false)

    const orderId = await pay()
    const open = (subject: string) =>
      openCase(shop.queries(), { kind: 'dispute', subject, orderId, summary: `dispute ${subject}` })
    await open('dp_1')
    expect((await run({ do: 'attention' })).orders).toMatchObject([{ orderId }])
    await run({ do: 'dismiss', id: orderId, ...person })
    expect((await run({ do: 'attention' })).orders).toEqual([])
    expect(await eventOf(orderId, 'dismissed')).toMatchObject(person)
    await open('dp_2')
    expect((await run({ do: 'attention' })).orders).toMatchObject([{ reasons: [expect.stringContaining('dp_2')] }])
    // The end of one case hid the order's other reasons.
    const other = await pay()
    await openCase(shop.queries(), { kind: 'dispute', subject: 'dp_3', orderId: other, summary: 'dispute dp_3' })
    await shop.change(`update outbox set sent_at = null, attempts = 3 where order_id = '${other}'`)
    const [row] = await shop.change(`select id from cases where subject = 'dp_3'`)
    await run({ do: 'dismiss', id: String(row?.id), ...person })
    const listed = (await run({ do: 'attention' })).orders.find((it) => it.orderId === other)
    expect(listed?.reasons.join()).toContain('was not sent')
    // Where the shop's own message fails, the buyer's address is not to blame.
    const unsent = (kind: string) => shop.change(`update outbox set sent_at = ${kind} 'order_sold' then now() end`)
    await unsent('case kind when')
    expect(listed?.toDo.join()).toContain('Correct the buyer')
    const held = await payHeld()
    await expect(run({ do: 'dismiss', id: held, ...person })).rejects.toThrow('confirm, refund or cancel')
  })

  // After 500 dismissed mails no failed one was listed again.
  it('list ten new failed mails after 500 dismissed ones', async () => {
    const add = (count: number, mark: string) =>
      shop.change(`with made as (
          insert into orders (id, state, attempt, amount_pence, is_priced, customer_email, customer_name, description)
          select 'order_${mark}' || n, 'paid', 1, 100, true, '', '', '' from generate_series(1, ${count}) n returning id
        ) insert into outbox (order_id, kind, message_id, recipient, recipient_name, attempts, created_at)
        select id, 'order_confirmation', '', '', '', 3, now() from made`)
    await add(500, 'dismissed')
    await shop.change(`insert into order_events (order_id, type, source, actor)
      select id, 'dismissed', 'operator', 'ruth' from orders`)
    expect((await run({ do: 'attention' })).orders).toEqual([])
    await add(10, 'failed')
    expect((await run({ do: 'attention' })).orders).toHaveLength(10)
  })

  // A copy that took over without the newest commits gave the number of a receipt again.
  it('keep a database that ends before the newest papers closed until the next numbers are given', async () => {
    await pay()
    const dataDir = mkdtempSync(path.join(tmpdir(), 'numbers-'))
    writeFileSync(path.join(dataDir, 'last-papers-server.json'), '{"receipt":7,"credit_note":0}')
    const behind = await createDatabase({ url: shop.database.url ?? '', dataDir }, silentLog)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await behind.isReady()).toBe(false)
    await expect(ask({ do: 'numbers', receipt: 'R-000001' })).rejects.toThrow('R-000002 is next')
    await expect(ask({ do: 'numbers', receipt: '8' })).rejects.toThrow('is not a number such as R-000042')
    expect(await ask({ do: 'numbers', receipt: 'R-000008' })).toContain('R-000008 and C-000001')
    await behind.opened
    const paid = await pay()
    expect((await ask({ do: 'show', orderId: paid })).papers).toMatchObject([{ number: 'R-000008' }])
    expect((await ask({ do: 'attention' })).warnings).toEqual([expect.stringContaining('was set back')])
    await behind.close()
    rmSync(dataDir, { recursive: true })
  })

  it('take in a payment that the database does not know, and say what is none', async () => {
    const { orderId, id } = await shop.buyer.payByCard()
    await shop.change('delete from payments; delete from order_lines; delete from order_events; delete from orders')
    const takeIn = (paymentId: string) => ask({ do: 'take-in', paymentId })
    await expect(ask({ do: 'refund', orderId, ...person })).rejects.toThrow('orders take-in')
    expect(await takeIn(id)).toContain(`a payment of order ${orderId}`)
    expect(await shop.outline(orderId)).toBe('needs_attention: succeeded; payment_received')
    await expect(takeIn('pi_none')).rejects.toThrow('stripe knows no payment pi_none')
    const window = (await shop.buyer.approved()).id
    await expect(takeIn(window)).resolves.toContain('a payment of order')
    // PayPal shows its seller only the id of the charge.
    shop.fakeProviders.payPal.capture(window)
    await expect(takeIn(shop.buyer.captureOf(window))).resolves.toContain('a payment of order')
  })

  // The origins wait for the secrets that this prints, and only they make the tables.
  it('set up the webhooks of a shop whose database is empty', async () => {
    await shop.change('create database bare')
    const databaseUrl = Object.assign(new URL(shop.database.url ?? ''), { pathname: 'bare' }).href
    const found = await adminOf({ ...config(), databaseUrl })({ do: 'webhooks' })
    expect(found.map(({ state }) => state)).toEqual(['missing', 'missing'])
    await shop.change('drop database bare')
  })

  const withTools = findPostgres() ? it : it.skip
  withTools(
    'and pg_dump and pg_restore, as in docs/how-to/backup-and-restore.md, bring the shop to another database',
    async () => {
      await expect(run({ do: 'backup', file: '/tmp/never' })).rejects.toThrow('pg_dump')
      const earlier = await pay()
      const folder = mkdtempSync(path.join(tmpdir(), 'pg-dump-'))
      const dump = path.join(folder, 'shop.dump')
      const call = (program: string, ...args: string[]) =>
        execFileSync(path.join(findPostgres() ?? '', program), args, { stdio: 'pipe' })
      call('pg_dump', '--format=custom', `--file=${dump}`, shop.database.url ?? '')
      const postgres = await sharePostgres()
      const url = await postgres.createDatabase()
      call('pg_restore', `--dbname=${url}`, '--no-owner', dump)
      const database = await createDatabase({ url }, silentLog)
      await database.opened
      const restored = await createTestApi(database)
      expect((await readOrder(database, earlier)).state).toBe('paid')
      expect((await readOrder(database, await createBuyer(restored).buy())).state).toBe('paid')
      await restored.close()
      await database.close()
      await postgres.drop()
      rmSync(folder, { recursive: true })
    },
  )
})
