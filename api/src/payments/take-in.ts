import type { ProviderPayment } from '@site/providers/gateway'
import { emailSchema } from '@site/shared/contracts/accounts'
import { Value } from 'typebox/value'
import type { Queries } from '../database/database'
import { isOrderErased } from '../database/erasure-list'
import { type Payment, payments } from '../database/schema'
import { change, insertOrder, lockOrder, recordEvent, type Source } from '../orders/order-repository'
import { findPayment, parseReference, readPayments } from './shared/payment-repository'

/**
 * Takes money in that the database does not know because it was set back: the provider's record names the order.
 * An order that is not known either has no basket, so a person looks at it.
 */
export async function takeIn(
  queries: Queries,
  response: ProviderPayment,
  source: Source,
  dataDir?: string,
): Promise<Payment | undefined> {
  const { provider, providerId, reference = '', amountPence, payer } = response
  const named = parseReference(reference)
  if (named?.provider !== provider || response.status !== 'succeeded') return undefined
  const { orderId } = named
  const person = isOrderErased(dataDir, orderId) ? undefined : payer
  const customerEmail = person && Value.Check(emailSchema, person.email) ? person.email : ''
  const customer = { customerEmail, customerName: person?.name ?? '', description: `Order ${orderId}` }
  const made = await insertOrder(queries, { id: orderId, amountPence, ...customer })
  const order = made ?? (await lockOrder(queries, orderId))
  if (!order) return undefined
  const taken = (await readPayments(queries, orderId)).map(({ attempt }) => attempt)
  const attempt = taken.includes(named.attempt) ? Math.max(...taken) + 1 : named.attempt
  const charge = { provider, providerId, idempotencyKey: reference }
  const values = { ...charge, orderId, attempt, amountPence, state: 'open' as const }
  const [payment] = await queries.insert(payments).values(values).onConflictDoNothing().returning()
  if (!payment) return findPayment(queries, { provider, providerId })
  await change(queries, order, { attempt: Math.max(order.attempt, attempt) })
  const detail = { provider, providerId, isOrderKnown: made === undefined }
  await recordEvent(queries, { orderId, type: 'taken_in', source, detail })
  return payment
}
