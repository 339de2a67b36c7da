import type { Payment } from '../database/schema'
import type { Source } from '../orders/order-repository'
import { ProviderError, type ProviderPayment } from './gateway'
import {
  abandonUnlinked,
  changePayment,
  findPayment,
  leavePayment,
  readPayments,
  readUnclosed,
} from './payment-repository'
import type { PaymentServices } from './payment-services'
import { type Settlement, settlePayment } from './settle-payment'

export type Finish = { provider: Payment['provider']; providerId: string; source: Source; canCapture: boolean }

/**
 * Asks the provider about one of its payments, takes approved money when that is wanted, and settles.
 * @throws ProviderError when the provider does not answer.
 */
export async function finishPayment(services: PaymentServices, finish: Finish): Promise<Settlement> {
  const { provider, providerId, source, canCapture } = finish
  const told = await services.gateways[provider].read(providerId)
  if (!told) return { type: 'unknown' }
  const now = canCapture && told.status === 'approved' ? await captureOnce(services, told) : told
  return now ? settleAndTidy(services, now, source) : { type: 'unknown' }
}

/** Settles, then sends back what came twice and closes what could still be paid. */
export async function settleAndTidy(
  services: PaymentServices,
  payment: ProviderPayment,
  source: Source,
): Promise<Settlement> {
  const settlement = await settlePayment(services, { payment, source })
  if (settlement.type === 'duplicate') await refundDuplicate(services, settlement.payment)
  if (settlement.type === 'settled' && settlement.isNew) await closeOthers(services, settlement.orderId)
  return settlement
}

/** Captures only what is ours, of the right amount, and while nothing else has paid the order. */
async function captureOnce(services: PaymentServices, told: ProviderPayment): Promise<ProviderPayment | undefined> {
  const payment = await findPayment(services.database.queries(), told)
  if (!payment || told.amountPence !== payment.amountPence || told.currency !== 'gbp') return undefined
  const isElsewhere = await closeUnclosed(services, payment.orderId, payment)
  if (isElsewhere) return told
  const all = await readPayments(services.database.queries(), payment.orderId)
  if (all.some((other) => other.state === 'succeeded')) return told
  return services.gateways[told.provider].capture(told)
}

/**
 * Makes sure no other payment of the order can be paid any more, and settles one that was meanwhile.
 * @returns true when money has moved or is moving through another payment.
 */
export async function closeUnclosed(services: PaymentServices, orderId: string, except?: Payment): Promise<boolean> {
  let hasMoved = false
  for (const payment of await readUnclosed(services.database.queries(), orderId, except)) {
    const closed = await closePayment(services, payment)
    if (closed?.status !== 'succeeded' && closed?.status !== 'processing') continue
    await settlePayment(services, { payment: closed, source: 'request' })
    hasMoved = true
  }
  return hasMoved
}

/** @returns what the payment is now; `undefined` when the provider never heard of it. */
async function closePayment(services: PaymentServices, payment: Payment): Promise<ProviderPayment | undefined> {
  const { provider, providerId, idempotencyKey, state: before } = payment
  const queries = services.database.queries()
  if (!providerId) {
    // Its secret never left the server; should money come all the same, settling finds it by its key.
    if (await abandonUnlinked(queries, payment)) return undefined
    const linked = (await readPayments(queries, payment.orderId)).find((row) => row.id === payment.id)
    return linked?.providerId ? closePayment(services, linked) : undefined
  }
  const gateway = services.gateways[provider]
  const isMoving = before === 'processing'
  const closed = isMoving ? await gateway.read(providerId) : await gateway.close(providerId, `${idempotencyKey}:close`)
  if (closed?.status === 'succeeded' || closed?.status === 'processing') return closed
  const canStillBePaid = closed?.status === 'open' || closed?.status === 'approved'
  await leavePayment(queries, payment, canStillBePaid ? 'abandoned' : 'cancelled')
  return closed
}

/** After an order is paid; the sweep tries again what fails here. */
async function closeOthers(services: PaymentServices, orderId: string): Promise<void> {
  try {
    await closeUnclosed(services, orderId)
  } catch (error) {
    services.log.warn({ err: error, orderId }, 'an unused payment is not closed yet')
  }
}

/** Sends money back that came for an order paid before; the sweep tries again what fails here. */
export async function refundDuplicate(services: PaymentServices, payment: Payment): Promise<void> {
  if (payment.state === 'refunded') return
  const { provider, providerId, idempotencyKey } = payment
  try {
    const [row] = (await readPayments(services.database.queries(), payment.orderId)).filter(
      ({ id }) => id === payment.id,
    )
    if (!row?.chargeId || row.state !== 'duplicate') return
    await services.gateways[provider].refund(row.chargeId, `${idempotencyKey}:refund`)
    await changePayment(services.database.queries(), row, { state: 'refunded' })
    services.log.warn({ orderId: row.orderId, provider, providerId }, 'a second payment was sent back')
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    services.log.error({ err: error, orderId: payment.orderId }, 'a second payment is not sent back yet')
  }
}
