import { type CallOptions, type Provider, ProviderError, type ProviderPayment } from '@site/providers/gateway'
import { formatPence } from '@site/shared/money'
import { eq, sql } from 'drizzle-orm'
import { openCase } from '../cases/cases'
import type { Queries } from '../database/database'
import { type Payment, payments } from '../database/schema'
import { queueMail } from '../mail/queue-mail'
import { isPaidFor, lockOrder, recordEvent, type Source } from '../orders/order-repository'
import { returnPayment } from '../refunds/return-payment'
import { followRefunds } from '../refunds/sync-refunds'
import { advance, recordProgress, type Settlement, type Settling } from './record-progress'
import {
  findByCharge,
  findPayment,
  isOurReference,
  movePayment,
  payableStates,
  readPayments,
} from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'
import { takeIn } from './take-in'

const UNKNOWN_ORDER = 'the database did not know it: it is taken in from the provider, and what was bought is not known'

/**
 * Nothing else tells an order of money. Idempotent, in any order, for confirm call, webhook and sweep. Returns money that
 * may not be kept.
 */
export async function settle(
  services: PaymentServices,
  response: ProviderPayment,
  source: Source,
  wasProcessing = false,
): Promise<Settlement> {
  const settlement = await services.database.transaction(async (queries) => {
    const locked = await lockPayment(queries, response, source, services.dataDir)
    if (!locked) return { type: 'unknown', response } as const
    const settling = { ...locked, wasProcessing }
    return response.status === 'succeeded' ? takeMoney(settling, services) : recordProgress(settling, services)
  })
  logSettlement(services, response, source, settlement)
  if (settlement.type === 'returned') await returnPayment(services, settlement.payment)
  else await followRefunds(services, response, source)
  return settlement
}

async function lockPayment(queries: Queries, response: ProviderPayment, source: Source, dataDir?: string) {
  const known = response.isOurMode ? await findPayment(queries, response) : undefined
  const found = known ?? (response.isOurMode ? await takeIn(queries, response, source, dataDir) : undefined)
  const order = found && (await lockOrder(queries, found.orderId))
  // Re-read inside the lock: another request may have settled it.
  const payment = found && (await findPayment(queries, response))
  if (!order || !payment) return undefined
  const isTaken = response.status === 'succeeded'
  const values = {
    providerId: response.providerId,
    providerStatus: response.status,
    checkedAt: sql`now()`,
    failedChecks: 0,
    failingSince: null,
    ...(response.chargeId && { chargeId: response.chargeId }),
    ...(isTaken && { takenPence: response.amountPence }),
    ...(isTaken && { takenAt: payment.takenAt ?? new Date() }),
  }
  await queries.update(payments).set(values).where(eq(payments.id, payment.id))
  return { queries, order, payment, response, source, isTakenIn: known === undefined }
}

async function takeMoney(settling: Settling, services: PaymentServices): Promise<Settlement> {
  const { queries, order, payment } = settling
  const orderId = order.id
  const { state } = order
  const others = (await readPayments(queries, orderId)).filter(({ id }) => id !== payment.id)
  const isOrderPaid = others.some((other) => other.state === 'succeeded')
  if (payment.state === 'succeeded' && isPaidFor(state)) {
    return { type: 'settled', orderId, state, isNew: false }
  }
  if (payment.state === 'charged_back') return { type: 'failed', orderId }
  if (payment.state === 'refunded' && state === 'refunded') return { type: 'refunded', orderId }
  if (payment.state === 'duplicate' || payment.state === 'refunded') {
    return { type: 'returned', orderId, payment, isOrderPaid }
  }
  const kept = await movePayment(queries, payment, isOrderPaid ? 'pay_again' : 'pay')
  if (kept === 'duplicate') {
    const { provider, providerId } = settling.response
    const reason = isOrderPaid ? 'paid twice' : 'paid after it was given up'
    await alert(settling, { reason, provider, providerId })
    if (order.erasedAt) await listUnwritten(settling)
    return { type: 'returned', orderId, payment: { ...payment, state: kept }, isOrderPaid }
  }
  // The sweep closes these at their providers.
  for (const other of others.filter((it) => payableStates.includes(it.state))) {
    await movePayment(queries, other, 'end')
  }
  return keepMoney(settling, services)
}

async function keepMoney(settling: Settling, services: PaymentServices): Promise<Settlement> {
  const { queries, order, payment, response } = settling
  const { provider, providerId, amountPence } = response
  const isAsked = response.currency === 'gbp' && amountPence === payment.amountPence
  const reason = reasonToHold(settling, isAsked)
  const to = reason ? 'needs_attention' : 'paid'
  await advance(settling, to, { provider, providerId, ...(reason && { reason }) })
  const kind = reason ? 'payment_received' : 'order_confirmation'
  await queueMail(queries, services, { order, kind, amountPence })
  if (isAsked) return { type: 'settled', orderId: order.id, state: to, isNew: true }
  await alert(settling, { reason, amountPence, currency: response.currency })
  return { type: 'mismatch', orderId: order.id }
}

function reasonToHold({ order, payment, isTakenIn }: Settling, isAsked: boolean): string | undefined {
  if (!isAsked) return 'the provider took another amount'
  if (payment.amountPence !== order.amountPence) return 'paid for an earlier basket'
  if (!order.isPriced) return isTakenIn ? UNKNOWN_ORDER : 'the browser sent no items'
  if (['cancelled', 'refunded', 'charged_back'].includes(order.state)) return `paid after the order was ${order.state}`
  if (order.erasedAt) return 'paid after the person was taken out of the order: nobody can be written to'
  return undefined
}

async function listUnwritten({ queries, order, response }: Settling): Promise<void> {
  const { provider, providerId, amountPence } = response
  const summary = `${formatPence(amountPence)} came by ${provider} for an order whose buyer was taken out of what is kept. It is sent back; nobody can be written to.`
  const about = { subject: `${provider} ${providerId}`, orderId: order.id, provider, amountPence }
  await openCase(queries, { kind: 'paid_after_erasure', summary, ...about })
}

async function alert({ queries, order, source }: Settling, detail: Record<string, unknown>): Promise<void> {
  await recordEvent(queries, { orderId: order.id, type: 'alert', source, detail })
}

function logSettlement(
  { log }: PaymentServices,
  { provider, providerId, status, reference }: ProviderPayment,
  source: Source,
  settlement: Settlement,
): void {
  const { type } = settlement
  if (type === 'unknown') {
    if (status === 'succeeded' && isOurReference(reference))
      log.error({ alert: 'unknown_payment', provider, providerId, source }, 'payment alert')
    return
  }
  const { orderId } = settlement
  if (type === 'mismatch') log.error({ alert: 'mismatch', orderId, provider, providerId }, 'payment alert')
  if (type === 'returned') {
    const alertName = settlement.isOrderPaid ? 'duplicate' : 'late_payment'
    log.error({ alert: alertName, orderId, provider, providerId }, 'payment alert')
  }
  if (type === 'settled' && settlement.isNew) {
    log.info({ orderId, state: settlement.state, provider, source }, 'order settled')
  }
}

type Check = { provider: Provider; providerId: string; source: Source; wasProcessing?: boolean }

export async function checkPayment(
  services: PaymentServices,
  { provider, providerId, source, wasProcessing }: Check,
): Promise<Settlement> {
  return settle(services, await services.gateways[provider].read(providerId), source, wasProcessing)
}

/** @returns our payment of a charge, and what its provider said if it was asked; a lost one is taken in */
export async function findCharged(
  services: PaymentServices,
  provider: Provider,
  chargeId: string | null | undefined,
  source: Source,
): Promise<{ payment?: Payment | undefined; response?: ProviderPayment | undefined }> {
  const queries = services.database.queries()
  const known = chargeId ? await findByCharge(queries, provider, chargeId) : undefined
  if (known || !chargeId) return { payment: known }
  const response = await services.gateways[provider].readByCharge(chargeId).catch(orMissing)
  if (!response || !isOurReference(response.reference)) return { response }
  await settle(services, response, source)
  return { payment: await findByCharge(queries, provider, chargeId), response }
}

export function orMissing(error: unknown): undefined {
  if (!(error instanceof ProviderError) || error.kind !== 'missing') throw error
}

/** A failed close is followed by a read, so that moved money is seen. @throws ProviderError when not closed */
export async function closePayment(
  services: PaymentServices,
  { provider, providerId }: Pick<Payment, 'provider' | 'providerId'>,
  source: Source,
  options: CallOptions = {},
): Promise<void> {
  if (!providerId) return
  const gateway = services.gateways[provider]
  try {
    await settle(services, await gateway.close(providerId, options), source)
  } catch (error) {
    // A page does not wait for an unavailable provider.
    const isAway = error instanceof ProviderError && error.kind === 'unreachable' && source !== 'sweep'
    if (!(error instanceof ProviderError) || isAway) throw error
    const { type } = await settle(services, await gateway.read(providerId, options), source)
    if (type === 'open' || type === 'declined') throw error
  }
}
