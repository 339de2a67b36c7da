import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, inArray, or } from 'drizzle-orm'
import { deleteAccount, isMailbox } from '../accounts/account-repository'
import { accounts } from '../database/account-tables'
import { refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { recordErasure } from '../database/erasure-list'
import { type Order, orders, outbox } from '../database/schema'
import { AdminRefusal, ErasureWaits } from '../errors/api-error'
import { isBeingSent } from '../mail/outbox-repository'
import type { Person } from '../orders/order-repository'
import { closePayable } from '../payments/abandon-order'
import { readPayments } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { eraseOrders, isOrderOf, unpaidStates } from './erase-orders'
import { eraseParticipant, isToParticipant } from './participants'

/** A mail server takes seconds; a hanging one is not waited for. */
const SENDING_TURNS = 6
const SENDING_TURN_MS = 500

/**
 * Orders whose money moves, or that turn out paid, finish first.
 * Papers keep the customer's name for six years (VAT Regulations 1995, regulations 14 and 31; UK GDPR, article
 * 17(3)(b)).
 */
export async function erasePerson(services: PaymentServices, email: string, person: Person): Promise<string> {
  const { database } = services
  // Close payments first: no message could announce money that comes later.
  const sold = await closeUnpaid(services, email)
  if (sold.length > 0) {
    const ids = listIds(sold)
    const message = `These orders were paid just now; please try again in two minutes: ${ids}.`
    throw new ErasureWaits('paid', message, ids)
  }
  for (let turn = 0; turn < SENDING_TURNS; turn += 1) {
    const done = await database.transaction((queries) => eraseUnlessWrittenTo(services, queries, email, person))
    if (done) return done
    await wait(SENDING_TURN_MS)
  }
  throw new ErasureWaits('message', `A message to ${email} is being sent just now. Please try again in two minutes.`)
}

async function closeUnpaid(services: PaymentServices, email: string): Promise<Pick<Order, 'id'>[]> {
  const queries = services.database.queries()
  const isUnpaid = and(isOrderOf(email), inArray(orders.state, [...unpaidStates]))
  const open = await queries.select({ id: orders.id }).from(orders).where(isUnpaid)
  for (const { id } of open) await closePayable(services, id)
  const ids = open.map(({ id }) => id)
  const isSold = and(inArray(orders.id, ids), eq(orders.state, 'paid'))
  return queries.select({ id: orders.id }).from(orders).where(isSold)
}

/** @returns `undefined` while a message to the person is being sent: it would arrive after the erasure */
async function eraseUnlessWrittenTo(
  { dataDir }: PaymentServices,
  queries: Queries,
  email: string,
  person: Person,
): Promise<string | undefined> {
  const found = await queries.select().from(orders).where(isOrderOf(email)).for('update')
  const ids = found.map(({ id }) => id)
  const moving = new Set(await findMoving(queries, ids))
  const isHeld = ({ state }: Order) => state === 'processing' || state === 'needs_attention'
  const busy = found.filter((order) => isHeld(order) || moving.has(order.id))
  if (busy.length > 0) {
    const ids = listIds(busy)
    throw new ErasureWaits('moving', `These orders must be ended first: ${ids}.`, ids)
  }
  const gone = await queries.select().from(accounts).where(isMailbox(accounts.email, email))
  const accountIds = gone.map(({ id }) => id)
  const toThem = or(inArray(outbox.orderId, ids), inArray(outbox.accountId, accountIds), isToParticipant(email))
  if (await isBeingSent(queries, toThem)) return undefined
  await eraseOrders(queries, ids, person)
  for (const id of accountIds) await deleteAccount(queries, id)
  const places = await eraseParticipant(queries, email)
  if (found.length + gone.length + places === 0) throw new AdminRefusal(`Nothing is kept of ${email}.`)
  // A backup may have them with an earlier address.
  if (dataDir) recordErasure(dataDir, [email, ...accountIds, ...ids])
  const account = gone.length > 0 ? 'the account is deleted, and ' : ''
  const elsewhere = places > 0 ? `, and ${places === 1 ? '1 place' : `${places} places`} that others booked` : ''
  const kept = found.length === 1 ? '1 order is' : `${found.length} orders are`
  return `Of ${email} ${account}${kept} kept without the person${elsewhere}; receipts name them as long as tax law has them kept.`
}

async function findMoving(queries: Queries, ids: readonly string[]): Promise<string[]> {
  const moving: string[] = []
  // Sequential: a transaction is one connection.
  for (const id of ids) {
    const isRunning = and(eq(refunds.orderId, id), inArray(refunds.state, ['requested', 'pending']))
    const running = await queries.$count(refunds, isRunning)
    if (running > 0 || (await readPayments(queries, id)).some(({ state }) => state === 'processing')) moving.push(id)
  }
  return moving
}

function listIds(found: readonly Pick<Order, 'id'>[]): string {
  return found.map(({ id }) => id).join(', ')
}
