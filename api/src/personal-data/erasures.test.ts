import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { dailyJobs, startDailyJobs } from '../admin/daily-jobs'
import { accounts } from '../database/account-tables'
import { orders } from '../database/schema'
import { eve, unlimited } from '../testing/account-visitor'
import { createAfterSale, part, person, untilEqual } from '../testing/after-sale'
import { setUpShop } from '../testing/set-up-shop'
import { erasePerson } from './erase-person'
import { applyErasures } from './erasures'
import { exportPerson } from './export-person'

const shop = setUpShop({ config: unlimited })
const dataDir = mkdtempSync(path.join(tmpdir(), 'erasures-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const erase = (email: string) => erasePerson({ ...shop.api.services, dataDir }, email, person)
const everything = async () => {
  const tables = ['orders', 'order_events', 'refunds', 'outbox', 'cases', 'accounts', 'account_links']
  return JSON.stringify(await Promise.all(tables.map((name) => shop.change(`select * from ${name}`))))
}

// A form sent twice erased the participants of everybody, because an erased order has no address.
it.each(['', ' ', '.', 'Ada <>'])('R200: nobody is erased or given out for the address %j', async (address) => {
  const orderId = await shop.buyer.buy()
  const people = JSON.stringify([{ courseId: 1, name: 'Bo', email: '' }])
  await shop.change(`insert into bookings (order_id, people, keep_until) values ('${orderId}', '${people}', now())`)
  await expect(erase(address)).rejects.toThrow('Nothing is kept')
  expect(await exportPerson(shop.queries(), address)).toMatchObject({ orders: [], places: [] })
  expect(await shop.change('select people from bookings')).toEqual([{ people: JSON.parse(people) }])
})

// Reasons kept the name of an erased person, and a restored backup brought them back.
it('R200: an erased person is in no free text, and stays erased when a backup is restored; nobody else is', async () => {
  const orderId = await shop.buyer.buy()
  const open = await shop.buyer.start('order_1763716276001_ab12cd34', {
    amount: 119,
    items: [{ id: 1, quantity: 1, price: 99 }],
  })
  expect(open.statusCode).toBe(200)
  await createAfterSale(shop).refund(orderId, { ...part, reason: 'Ada Brown, ada@example.com, asked by phone' })
  await shop.visitors.signedIn()
  await shop.change(`update outbox set last_error = '550 <ada@example.com> unknown'`)
  const other = await shop.buyer.buy({ customerEmail: 'bo@example.com', customerName: 'Bo' })
  const backup = await shop.queries().select().from(accounts)
  const kept = await exportPerson(shop.queries(), 'Ada@Example.com')
  const named = expect.objectContaining({ orderId, customerName: 'Ada Brown' })
  expect(kept).toMatchObject({ account: { firstName: 'Ada' }, orders: expect.arrayContaining([named]) })
  expect(JSON.stringify(kept)).not.toContain('argon2')
  expect(await erase('ADA@example.com')).toContain('the account is deleted')
  await expect(erase('ada@example.com')).rejects.toThrow('Nothing is kept')
  expect((await exportPerson(shop.queries(), 'ada@example.com')).account).toBeNull()
  expect(await shop.readOrder(orderId)).toMatchObject({ state: 'paid', payments: [{ chargeId: expect.any(String) }] })
  expect((await shop.readOrder(other)).order?.customerName).toBe('Bo')
  expect(await everything()).not.toMatch(/ada@|Ada (Brown|Marsh)/i)
  expect(readFileSync(path.join(dataDir, 'erasures'), 'utf8')).not.toMatch(/ada|example/i)

  const ada = { customerEmail: 'ada@example.com', customerName: 'Ada Brown', erasedAt: null }
  await shop.queries().update(orders).set(ada)
  // Both had another address at the time of the backup.
  await shop.queries().update(orders).set({ customerEmail: 'ada@exmaple.com' }).where(eq(orders.id, orderId))
  await shop
    .queries()
    .insert(accounts)
    .values(backup.map((it) => ({ ...it, email: 'ada@exmaple.com' })))
  const again = await shop.buyer.buy({ confirmRepeat: true })
  expect(await applyErasures(shop.queries(), dataDir)).toBe(4)
  const [came] = await shop.queries().select().from(orders).where(eq(orders.id, again))
  expect(came?.customerEmail).toBe('ada@example.com')
  await shop.queries().execute(sql`delete from outbox where order_id = ${again}`)
  await shop.queries().update(orders).set({ customerEmail: '', customerName: '' }).where(eq(orders.id, again))
  expect(await everything()).not.toMatch(/ada@|Ada (Brown|Marsh)/i)
  expect(await applyErasures(shop.queries(), dataDir)).toBe(0)
})

// An erasure took the account and the orders of another person whose address was the erased one's before, or is now.
it.each([eve.email, 'ada@example.com'])('R195, R197: the erasure of %s takes nobody else', async (email) => {
  const followed = await shop.buyer.buy()
  await shop.visitors.moveTo(await shop.visitors.confirmed(), eve.email)
  const next = await shop.buyer.buy()
  await shop.visitors.confirmed()
  await erase(email)
  expect(await applyErasures(shop.queries(), dataDir)).toBe(0)
  expect(await shop.change('select id from orders where erased_at is null')).toEqual([
    { id: email === eve.email ? next : followed },
  ])
  expect(await shop.change('select id from accounts')).toHaveLength(1)
})

// The daily job erased a living customer's orders: their account had taken an address that was erased before.
it('R197: an account at an address that was erased before keeps its orders', async () => {
  await shop.buyer.buy()
  const visitor = await shop.visitors.confirmed()
  await shop.visitors.confirmed(eve)
  await shop.buyer.buy({ customerEmail: eve.email })
  await erase(eve.email)
  await shop.visitors.moveTo(visitor, eve.email)
  expect(await applyErasures(shop.queries(), dataDir)).toBe(0)
})

// The refund went on without anybody to write to.
it('R210: nobody is erased while a refund is on its way', async () => {
  shop.failures.refund = () => 'pending'
  const sale = createAfterSale(shop)
  const { orderId } = await sale.pay('paypal')
  await sale.refund(orderId)
  await expect(erase('ada@example.com')).rejects.toThrow(`must be ended first: ${orderId}`)
})

// Where it could not be read, no daily job ran.
it('a list that cannot be read keeps no daily job from its work', async () => {
  const folder = mkdtempSync(path.join(dataDir, 'broken-'))
  writeFileSync(path.join(folder, 'erasures'), 'key\nno erasure\n')
  const stop = startDailyJobs({ ...shop.api.services, dataDir: folder })
  await untilEqual(async () => (await shop.change('select name from jobs')).length, dailyJobs.length)
  await stop()
})
