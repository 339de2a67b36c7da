import { setTimeout as wait } from 'node:timers/promises'
import type { Payment, Provider } from '../database/schema'
import { lockOrder, moveOrder, type NewOrder } from '../orders/order-repository'
import { canMove } from '../orders/order-state'
import { type BasketItem, parsePence, priceBasket } from '../orders/price-basket'
import { type Claim, claimPayment, renewPayment } from './claim-payment'
import { closeUnclosed, settleAndTidy } from './finish-payment'
import { PROVIDER_TIMEOUT_MS, ProviderError, type ProviderPayment } from './gateway'
import { abandonUnlinked, keepProviderId, leavePayment, readPayments } from './payment-repository'
import type { PaymentServices } from './payment-services'
import { type Refused, refusals, refuse, refusedByProvider } from './refusals'
import { singleFlight } from './single-flight'

export type PaymentOrder = Pick<NewOrder, 'id' | 'customerEmail' | 'customerName' | 'description'> & {
  /** Pounds, as the browser sent them. */
  amount: number | string
  items?: readonly BasketItem[] | undefined
}
export type Started = { ok: true; payment: ProviderPayment } | Refused

const MAX_ROUNDS = 4
/** Less than this is not worth another call. */
const MIN_CALL_MS = 1_000
const PAUSE_MS = 150

const inFlight = singleFlight<ProviderPayment>()

/** Prices and keeps the order, then begins or finds its payment; 20 requests at once begin one. */
export async function startPayment(
  services: PaymentServices,
  provider: Provider,
  asked: PaymentOrder,
): Promise<Started> {
  const priced = priceOrder(services, asked)
  if (!priced.ok) return priced
  if (!(await services.hasDiskSpace())) return refuse(refusals.unavailable)
  const { order } = priced
  const deadline = Date.now() + PROVIDER_TIMEOUT_MS
  try {
    let canRetry = true
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const claim = await claimOrRenew(services, provider, order)
      if (claim.type === 'refused') return refuse(claim.refusal)
      if (claim.type === 'renew') continue
      try {
        const payment = await beginPayment(services, claim.payment, deadline)
        if (payment) return { ok: true, payment }
      } catch (error) {
        // A payment that broke is given up; a new attempt with a new key may do.
        if (!isBroken(error) || !canRetry) throw error
        canRetry = false
      }
    }
    return refuse(refusals.conflict)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    services.log.warn({ err: error, orderId: order.id, provider }, 'a payment could not be begun')
    return refuse(error.fault === 'refused' ? refusedByProvider(error.message) : refusals.providerDown)
  }
}

function priceOrder(services: PaymentServices, asked: PaymentOrder): { ok: true; order: NewOrder } | Refused {
  const { amount, items, ...order } = asked
  const amountPence = parsePence(amount)
  if (amountPence === undefined) return refuse(refusals.priceChanged)
  if (!items) return { ok: true, order: { ...order, amountPence } }
  const prices = services.priceList()
  if (!prices) return refuse(refusals.unavailable)
  const basket = priceBasket(items, amountPence, prices)
  return basket ? { ok: true, order: { ...order, amountPence, basket } } : refuse(refusals.priceChanged)
}

/** Closes what could still be paid before a new attempt is made, so that two attempts never take money. */
async function claimOrRenew(services: PaymentServices, provider: Provider, order: NewOrder): Promise<Claim> {
  const { database } = services
  const claim = await database.transaction((queries) => claimPayment(queries, provider, order))
  if (claim.type !== 'renew' || (await closeUnclosed(services, order.id))) return claim
  return database.transaction((queries) => renewPayment(queries, provider, order, claim.attempt))
}

/** @returns `undefined` when the payment turned out to be of no use and the order must be looked at again. */
async function beginPayment(
  services: PaymentServices,
  payment: Payment,
  deadline: number,
): Promise<ProviderPayment | undefined> {
  const told = payment.providerId
    ? await services.gateways[payment.provider].read(payment.providerId)
    : await inFlight(payment.idempotencyKey, () => askProvider(services, payment, deadline))
  if (!told || told.status === 'closed') {
    await leavePayment(services.database.queries(), payment, 'cancelled')
    return undefined
  }
  if (told.status === 'open' || told.status === 'approved') return linkPayment(services, payment, told)
  await settleAndTidy(services, told, 'request')
  return undefined
}

/** Asks again with the same key while there is time: an answer that was lost is given again. */
async function askProvider(services: PaymentServices, payment: Payment, deadline: number): Promise<ProviderPayment> {
  const { orderId, amountPence, idempotencyKey, provider } = payment
  for (;;) {
    const timeoutMs = Math.max(MIN_CALL_MS, deadline - Date.now())
    try {
      return await services.gateways[provider].start({ orderId, amountPence, idempotencyKey, timeoutMs })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      await wait(PAUSE_MS)
      const hasTime = deadline - Date.now() > MIN_CALL_MS
      if (error.fault === 'unreachable' && hasTime) continue
      if (error.fault === 'refused') await giveUp(services, payment)
      // Stripe repeats a failure for its key for ever. Nobody was given the secret of whatever it made.
      if (error.fault === 'broken') await abandonUnlinked(services.database.queries(), payment)
      throw error
    }
  }
}

function isBroken(error: unknown): boolean {
  return error instanceof ProviderError && error.fault === 'broken'
}

async function giveUp(services: PaymentServices, payment: Payment): Promise<void> {
  await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, payment.orderId)
    await leavePayment(queries, payment, 'failed')
    if (order && order.attempt === payment.attempt && canMove(order.state, 'failed')) {
      await moveOrder(queries, order, 'failed', 'request', { provider: payment.provider })
    }
  })
}

/**
 * Keeps the provider's id before anybody is told it. A payment that another request has given up
 * meanwhile is closed instead: its secret must not leave the server.
 */
async function linkPayment(
  services: PaymentServices,
  payment: Payment,
  told: ProviderPayment,
): Promise<ProviderPayment | undefined> {
  const { providerId, provider } = told
  const isLinked = await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, payment.orderId)
    if (!order || !(await keepProviderId(queries, payment, providerId))) return false
    if (canMove(order.state, 'pending')) await moveOrder(queries, order, 'pending', 'request', { provider, providerId })
    return true
  })
  if (isLinked) return told
  const [kept] = (await readPayments(services.database.queries(), payment.orderId)).filter(
    ({ id }) => id === payment.id,
  )
  const isGivenUp = kept?.state === 'abandoned' || kept?.state === 'cancelled'
  if (isGivenUp) await services.gateways[provider].close(providerId, `${payment.idempotencyKey}:close`)
  return undefined
}
