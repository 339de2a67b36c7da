import { setTimeout as wait } from 'node:timers/promises'
import type { Paper } from '@site/papers/paper'
import { forgetCustomers, papersOf } from '@site/papers/paper-repository'
import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { accountEmail, deleteAccount, findAccount } from '../accounts/account-repository'
import type { Erased } from '../accounts/account-services'
import { accountOrders, accounts } from '../accounts/account-tables'
import type { Queries } from '../database/database'
import { type Order, orders, outbox, payments } from '../database/schema'
import { isBeingSent } from '../mail/outbox-repository'
import { moveOrder, type Person, recordEvent } from '../orders/order-repository'
import { canMove } from '../orders/order-state'
import { closePayable } from '../payments/abandon-order'
import { isMoving, payableStates, readPayments } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { type OrderRecord, readRecords } from './order-views'
import { AdminRefusal } from './refuse'

/** In the place of a name or an address that was taken out. */
const NOBODY = { customerEmail: '', customerName: '', description: '' }
const DAY_MS = 24 * 60 * 60 * 1_000
const unpaid = ['created', 'pending', 'failed', 'cancelled'] as const
/** An order that nobody paid is of no use to the tax office, and soon of none to the shop. */
const ABANDONED_DAYS = 30
/** Six years from the end of the financial year (Companies Act 2006; HMRC), which is at most a year away. */
const SALE_DAYS = 7 * 366
const MAX_BATCH = 500
/** A mail server takes a message within a second or two; one that hangs is not waited for. */
const SENDING_TURNS = 6
const SENDING_TURN_MS = 500

export type PersonalData = {
  email: string
  account: { firstName: string; lastName: string; email: string; createdAt: string } | null
  orders: OrderRecord[]
  papers: Paper[]
}

/** All that is kept of the person with this address, as UK GDPR, article 15, lets them ask for it. */
export async function exportPerson(queries: Queries, email: string): Promise<PersonalData> {
  const account = await findAccount(queries, email)
  const found = await queries.select({ id: orders.id }).from(orders).where(isOf(email))
  const ids = found.map(({ id }) => id)
  const { firstName, lastName, email: address, createdAt } = account ?? {}
  return {
    email,
    account:
      firstName !== undefined && lastName !== undefined && address !== undefined && createdAt !== undefined
        ? { firstName, lastName, email: address, createdAt: createdAt.toISOString() }
        : null,
    orders: await readRecords(queries, ids),
    papers: (await Promise.all(ids.map((id) => papersOf(queries, id)))).flat(),
  }
}

/**
 * Takes the person out of everything that is kept: account, names, addresses, messages. What tax law wants
 * kept of a sale stays without them: what was sold, when, for how much, and the provider's number. So do its papers, with the
 * customer's name: a receipt names its customer, and is kept for six years as it was issued (VAT Regulations 1995,
 * regulations 14 and 31; UK GDPR, article 17(3)(b)).
 * An order whose money is still moving is finished first; so is one that is found to be paid by this, so that its buyer reads of it.
 */
export async function erasePerson(services: PaymentServices, email: string, person: Person): Promise<string> {
  const { database } = services
  // What could still be paid is closed first: nobody can be written to about money that comes later.
  const sold = await closeUnpaid(services, email)
  if (sold.length > 0) throw new OrdersMoving('paid just now', listIds(sold))
  for (let turn = 0; turn < SENDING_TURNS; turn += 1) {
    const done = await database.transaction((queries) => eraseUnlessWrittenTo(queries, email, person))
    if (done) return done
    await wait(SENDING_TURN_MS)
  }
  throw new MessageUnderWay(`A message to ${email} is being sent just now. Please try again in two minutes.`)
}

/** Ends at the providers what the person could still pay. @returns the orders that were found to be paid by that. */
async function closeUnpaid(services: PaymentServices, email: string): Promise<Pick<Order, 'id'>[]> {
  const queries = services.database.queries()
  const isUnpaid = inArray(orders.state, [...unpaid])
  const open = await queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOf(email), isUnpaid))
  for (const { id } of open) await closePayable(services, id)
  const ids = open.map(({ id }) => id)
  const isSold = and(inArray(orders.id, ids), eq(orders.state, 'paid'))
  return queries.select({ id: orders.id }).from(orders).where(isSold)
}

/** @returns `undefined` while a message to the person is on its way to the mail server: it would arrive after all was said to be gone. */
async function eraseUnlessWrittenTo(queries: Queries, email: string, person: Person): Promise<string | undefined> {
  const found = await queries.select().from(orders).where(isOf(email)).for('update')
  const ids = found.map(({ id }) => id)
  const moving = new Set(await findMoving(queries, ids))
  const isHeld = ({ state }: Order) => state === 'processing' || state === 'needs_attention'
  const busy = found.filter((order) => isHeld(order) || moving.has(order.id))
  if (busy.length > 0) throw new OrdersMoving('moving', listIds(busy))
  const gone = await findAccount(queries, email)
  const toThem = or(inArray(outbox.orderId, ids), gone ? eq(outbox.accountId, gone.id) : undefined)
  if (await isBeingSent(queries, toThem)) return undefined
  await eraseOrders(queries, ids, person)
  if (gone) await deleteAccount(queries, gone.id)
  else if (found.length === 0) throw new AdminRefusal(`Nothing is kept of ${email}.`)
  const account = gone ? 'the account is deleted, and ' : ''
  return `Of ${email} ${account}${found.length} orders are kept without the person; their receipts name them as long as tax law has them kept.`
}

/** The same, for somebody who deletes their own account. */
export async function eraseAccountOwner(services: PaymentServices, { email }: { email: string }): Promise<Erased> {
  try {
    await erasePerson(services, email, { actor: 'the buyer', reason: 'they deleted their account' })
    return { ok: true }
  } catch (error) {
    if (error instanceof OrdersMoving) return { ok: false, reason: error.why, orderIds: error.orderIds }
    if (error instanceof MessageUnderWay) return { ok: false, reason: 'message under way' }
    throw error
  }
}

const sentences = {
  moving: 'must be ended first',
  'paid just now': 'were paid just now; please try again in two minutes',
} as const

/** Nobody is taken out of an order while its money moves, or before they are written to about it. */
class OrdersMoving extends AdminRefusal {
  readonly why: keyof typeof sentences
  readonly orderIds: string
  constructor(why: keyof typeof sentences, orderIds: string) {
    super(`These orders ${sentences[why]}: ${orderIds}.`)
    this.why = why
    this.orderIds = orderIds
  }
}

/** A message to a person who is to be taken out is being sent, and longer than can be waited for. */
class MessageUnderWay extends AdminRefusal {}

/**
 * Takes the person out of orders that nobody paid after thirty days, and out of sales when tax law has no more
 * use for them, as the privacy policy says. @returns how many orders and papers; called again until there are none.
 */
export function forgetOldOrders({ database }: PaymentServices, now = Date.now()): Promise<number> {
  const before = (days: number) => new Date(now - days * DAY_MS)
  return database.transaction(async (queries) => {
    const isAbandoned = and(inArray(orders.state, [...unpaid]), lt(orders.updatedAt, before(ABANDONED_DAYS)))
    const isOldSale = and(
      inArray(orders.state, ['paid', 'refunded', 'charged_back']),
      lt(orders.createdAt, before(SALE_DAYS)),
    )
    const rows = await queries
      .select({ id: orders.id })
      .from(orders)
      .where(and(or(isAbandoned, isOldSale), isNull(orders.erasedAt)))
      .limit(MAX_BATCH)
      .for('update', { skipLocked: true })
    await eraseOrders(
      queries,
      rows.map(({ id }) => id),
    )
    return rows.length + (await forgetCustomers(queries, before(SALE_DAYS), MAX_BATCH))
  })
}

/** Orders whose money may be being taken at this moment. */
async function findMoving(queries: Queries, ids: readonly string[]): Promise<string[]> {
  const moving: string[] = []
  // One after the other: a transaction is one connection.
  for (const id of ids) {
    if ((await readPayments(queries, id)).some(isMoving)) moving.push(id)
  }
  return moving
}

/** What could still be paid for them is given up: money that comes later goes back. */
async function endUnpaid(queries: Queries, ids: string[], person?: Person): Promise<void> {
  const isPayable = and(inArray(payments.orderId, ids), inArray(payments.state, [...payableStates]))
  await queries.update(payments).set({ state: 'abandoned' }).where(isPayable)
  const isUnpaid = and(inArray(orders.id, ids), inArray(orders.state, [...unpaid]))
  for (const order of await queries.select().from(orders).where(isUnpaid)) {
    if (!canMove(order.state, 'cancelled')) continue
    const detail = { reason: 'its buyer was taken out of what is kept' }
    await moveOrder(queries, order, 'cancelled', person ? 'operator' : 'sweep', detail, person)
  }
}

async function eraseOrders(queries: Queries, ids: string[], person?: Person): Promise<void> {
  if (ids.length === 0) return
  await endUnpaid(queries, ids, person)
  await queries
    .update(orders)
    .set({ ...NOBODY, erasedAt: new Date() })
    .where(inArray(orders.id, ids))
  await queries.delete(accountOrders).where(inArray(accountOrders.orderId, ids))
  // The owner still learns of a sale: that message is written from the order when it goes out, and names nobody then.
  const toBuyer = and(inArray(outbox.orderId, ids), ne(outbox.kind, 'order_sold'))
  await queries.delete(outbox).where(and(toBuyer, isNull(outbox.sentAt)))
  await queries.update(outbox).set({ recipient: '', recipientName: '' }).where(toBuyer)
  for (const orderId of ids) {
    await recordEvent(queries, { orderId, type: 'erased', source: person ? 'operator' : 'sweep', ...person })
  }
}

function listIds(found: readonly Pick<Order, 'id'>[]): string {
  return found.map(({ id }) => id).join(', ')
}

/** Made with this address or joined by the account that has it; what is another account's by now is not this person's. */
function isOf(email: string) {
  const address = accountEmail(email)
  const owner = sql`(select ${accounts.email} from ${accountOrders} join ${accounts} on ${accounts.id} = ${accountOrders.accountId}
    where ${accountOrders.orderId} = ${orders.id})`
  return sql`coalesce(${owner}, lower(${orders.customerEmail})) = ${address}`
}
