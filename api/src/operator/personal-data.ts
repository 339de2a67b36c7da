import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { accountEmail } from '../accounts/account-repository'
import { accounts } from '../accounts/account-tables'
import type { Queries } from '../database/database'
import { orders, outbox } from '../database/schema'
import { type Person, recordEvent } from '../orders/order-repository'
import type { PaymentServices } from '../payments/payment-services'
import { type OrderRecord, readRecords } from './order-views'
import { OperatorRefusal } from './refuse'

/** In the place of a name or an address that was taken out. */
const NOBODY = { customerEmail: '', customerName: '', description: '' }
/** An order that nobody paid is of no use to the tax office, and soon of none to the shop. */
export const ABANDONED_DAYS = 30
const MAX_BATCH = 500

export type PersonalData = {
  email: string
  account: { firstName: string; lastName: string; email: string; createdAt: string } | null
  orders: OrderRecord[]
}

/** All that is kept of the person with this address, as UK GDPR, article 15, lets them ask for it. */
export async function exportPerson(queries: Queries, email: string): Promise<PersonalData> {
  const [account] = await queries
    .select()
    .from(accounts)
    .where(eq(accounts.email, accountEmail(email)))
  const ids = (await queries.select({ id: orders.id }).from(orders).where(isOf(email))).map(({ id }) => id)
  const { firstName, lastName, email: address, createdAt } = account ?? {}
  return {
    email,
    account:
      firstName !== undefined && lastName !== undefined && address !== undefined && createdAt !== undefined
        ? { firstName, lastName, email: address, createdAt: createdAt.toISOString() }
        : null,
    orders: await readRecords(queries, ids),
  }
}

/**
 * Takes the person out of everything that is kept: account, names, addresses, messages. What tax law wants
 * kept of a sale stays without them: what was sold, when, for how much, and the provider's number.
 * An order whose money is still moving is finished first.
 */
export function erasePerson({ database }: PaymentServices, email: string, person: Person): Promise<string> {
  return database.transaction(async (queries) => {
    const found = await queries.select().from(orders).where(isOf(email)).for('update')
    const busy = found.filter(({ state }) => state === 'processing' || state === 'needs_attention')
    if (busy.length > 0) {
      const ids = busy.map(({ id }) => id).join(', ')
      throw new OperatorRefusal(`These orders must be ended first: ${ids}.`)
    }
    const gone = await queries
      .delete(accounts)
      .where(eq(accounts.email, accountEmail(email)))
      .returning({ id: accounts.id })
    await eraseOrders(
      queries,
      found.map(({ id }) => id),
      person,
    )
    if (found.length + gone.length === 0) throw new OperatorRefusal(`Nothing is kept of ${email}.`)
    const account = gone.length > 0 ? 'the account is deleted, and ' : ''
    return `Of ${email} ${account}${found.length} orders are kept without the person.`
  })
}

/** Forgets who left an order unpaid. @returns how many orders. */
export function forgetAbandoned({ database }: PaymentServices, now = Date.now()): Promise<number> {
  return database.transaction(async (queries) => {
    const isOld = lt(orders.updatedAt, new Date(now - ABANDONED_DAYS * 24 * 60 * 60 * 1_000))
    const isUnpaid = inArray(orders.state, ['created', 'pending', 'failed', 'cancelled'])
    const rows = await queries
      .select({ id: orders.id })
      .from(orders)
      .where(and(isUnpaid, isOld, isNull(orders.erasedAt)))
      .limit(MAX_BATCH)
      .for('update', { skipLocked: true })
    await eraseOrders(
      queries,
      rows.map(({ id }) => id),
    )
    return rows.length
  })
}

async function eraseOrders(queries: Queries, ids: string[], person?: Person): Promise<void> {
  if (ids.length === 0) return
  await queries
    .update(orders)
    .set({ ...NOBODY, erasedAt: new Date() })
    .where(inArray(orders.id, ids))
  await queries.delete(outbox).where(and(inArray(outbox.orderId, ids), isNull(outbox.sentAt)))
  await queries.update(outbox).set({ recipient: '', recipientName: '' }).where(inArray(outbox.orderId, ids))
  for (const orderId of ids) {
    await recordEvent(queries, { orderId, type: 'erased', source: person ? 'operator' : 'sweep', ...person })
  }
}

function isOf(email: string) {
  return sql`lower(${orders.customerEmail}) = ${email.trim().toLowerCase()}`
}
