import { setTimeout as wait } from 'node:timers/promises'
import { type Provider, ProviderError, type ProviderPayment } from '@site/providers/gateway'
import { parseDecimal } from '@site/shared/money'
import type { Payment } from '../database/schema'
import { ApiError } from '../errors/api-error'
import { canMove, lockOrder, moveOrder, type NewOrder } from '../orders/order-repository'
import { type BasketItem, presentPrices, priceBasket } from '../orders/price-list'
import { closePayable } from './abandon-order'
import { type Claim, type ClaimRequest, claimPayment, renewPayment } from './claim-payment'
import { isForgotten, LAPSES_AFTER_MS } from './lapse-payment'
import { refusals } from './refusals'
import { settle } from './settle-payment'
import { endUnlinked, keepProviderId, movePayment, readPayment } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'

const MAX_ROUNDS = 4
/** A shorter remainder is not worth a call. */
const MIN_CALL_MS = 1_000
const PAUSE_MS = 150

/** By idempotency key: a double click is one request. */
const inFlight = new Map<string, Promise<ProviderPayment>>()

export async function startPayment(
  services: PaymentServices,
  provider: Provider,
  { confirmRepeat, ...asked }: PaymentOrder & { confirmRepeat?: true | undefined },
  cookies: string | undefined,
): Promise<ProviderPayment> {
  if (services.isPreview({ composition: asked.composition, cookies })) throw new ApiError(refusals.preview)
  const order = priceOrder(services, asked)
  if (!(await services.hasDiskSpace())) throw new ApiError(refusals.unavailable)
  const request = { provider, order, isRepeatConfirmed: confirmRepeat === true }
  const deadline = Date.now() + services.providerTimeoutMs
  try {
    let canRetry = true
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const claim = await claimOrRenew(services, request)
      if (claim.type === 'renew') continue
      try {
        const payment = await beginPayment(services, claim.payment, deadline)
        if (payment) return payment
      } catch (error) {
        const isBroken = error instanceof ProviderError && error.kind === 'broken'
        if (!isBroken || !canRetry) throw error
        canRetry = false
      }
    }
    throw new ApiError(refusals.conflict)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    services.log.warn({ err: error, orderId: order.id, provider }, 'a payment could not be begun')
    if (error.kind !== 'refused') throw new ApiError(refusals.providerDown)
    // The provider's own words (D-40).
    throw new ApiError({ ...refusals.declined, message: error.message })
  }
}

async function claimOrRenew(services: PaymentServices, request: ClaimRequest): Promise<Claim> {
  const { database } = services
  const claim = await database.transaction((queries) => claimPayment(queries, request))
  if (claim.type !== 'renew') return claim
  const asked = await closePayable(services, request.order.id)
  return database.transaction((queries) => renewPayment(queries, request, claim.attempt, asked))
}

async function beginPayment(
  services: PaymentServices,
  payment: Payment,
  deadline: number,
): Promise<ProviderPayment | undefined> {
  const response = payment.providerId
    ? await readBegun(services, payment, payment.providerId, deadline)
    : await askOnce(services, payment, deadline)
  if (!response) return undefined
  if (response.status === 'open' || response.status === 'approved') return linkPayment(services, payment, response)
  await settle(services, response, 'request')
  return undefined
}

/** Ends a payment that the wallet forgot, so that a returning buyer can pay; late money goes back. */
async function readBegun(
  services: PaymentServices,
  payment: Payment,
  providerId: string,
  deadline: number,
): Promise<ProviderPayment | undefined> {
  try {
    return await services.gateways[payment.provider].read(providerId, timeLeft(deadline))
  } catch (error) {
    const isOld = payment.createdAt.getTime() < Date.now() - LAPSES_AFTER_MS
    const isOver = isOld && (await isForgotten(services, payment, error))
    if (!isOver) throw error
    await movePayment(services.database.queries(), payment, 'end')
    return undefined
  }
}

function askOnce(services: PaymentServices, payment: Payment, deadline: number): Promise<ProviderPayment> {
  const { idempotencyKey: key } = payment
  const asked = inFlight.get(key) ?? askProvider(services, payment, deadline).finally(() => inFlight.delete(key))
  inFlight.set(key, asked)
  return asked
}

/** Repeats with the same key, to recover a lost answer. */
async function askProvider(services: PaymentServices, payment: Payment, deadline: number): Promise<ProviderPayment> {
  const { orderId, attempt, amountPence, idempotencyKey, provider } = payment
  const asked = { orderId, attempt, amountPence, idempotencyKey }
  for (;;) {
    try {
      return await services.gateways[provider].start({ ...asked, ...timeLeft(deadline) })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      await wait(PAUSE_MS)
      const hasTime = deadline - Date.now() > MIN_CALL_MS
      if (error.kind === 'unreachable' && hasTime) continue
      if (error.kind === 'refused') await giveUp(services, payment)
      // Stripe repeats a failure for its key. The browser never got the secret.
      if (error.kind === 'broken') await endUnlinked(services.database.queries(), payment)
      throw error
    }
  }
}

const timeLeft = (deadline: number) => ({ timeoutMs: Math.max(MIN_CALL_MS, deadline - Date.now()) })

async function giveUp(services: PaymentServices, payment: Payment): Promise<void> {
  await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, payment.orderId)
    await movePayment(queries, payment, 'end')
    if (order && order.attempt === payment.attempt && canMove(order.state, 'failed')) {
      await moveOrder(queries, order, 'failed', 'request', { provider: payment.provider })
    }
  })
}

/** Stores the provider's id before the browser gets it. Closes the payment instead if another request ended it. */
async function linkPayment(
  services: PaymentServices,
  payment: Payment,
  response: ProviderPayment,
): Promise<ProviderPayment | undefined> {
  const { providerId, provider } = response
  const isLinked = await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, payment.orderId)
    if (!order || !(await keepProviderId(queries, payment, providerId))) return false
    if (canMove(order.state, 'pending')) await moveOrder(queries, order, 'pending', 'request', { provider, providerId })
    return true
  })
  if (isLinked) return response
  const kept = await readPayment(services.database.queries(), payment.id)
  if (kept.state === 'ended') await services.gateways[provider].close(providerId)
  return undefined
}

type PaymentOrder = Pick<NewOrder, 'customerEmail' | 'customerName' | 'description'> & {
  orderId: string
  /** Pounds, from the browser. */
  amount: number | string
  items?: readonly BasketItem[] | undefined
  composition?: number | undefined
}

/** The page's claims only choose among prices offered publicly now or recently. */
function priceOrder({ pricing, allowsAmountOnly }: PaymentServices, asked: PaymentOrder): NewOrder {
  const { orderId: id, items, customerEmail, customerName, description } = asked
  const order = { id, customerEmail, customerName, description }
  const amount = parseDecimal(asked.amount)
  const amountPence = amount !== undefined && amount > 0 ? amount : undefined
  if (!items) {
    // Free amounts would let thieves test stolen cards.
    if (!allowsAmountOnly) throw new ApiError(refusals.itemsRequired)
    if (amountPence === undefined) throw new ApiError(refusals.priceChanged)
    return { ...order, amountPence }
  }
  const prices = pricing(asked.composition)
  if (!prices) throw new ApiError(refusals.unavailable)
  const fits = amountPence === undefined ? [] : prices.lists.map((list) => priceBasket(items, amountPence, list))
  const basket = fits.find((priced) => priced !== undefined)
  if (!basket) throw new ApiError({ ...refusals.priceChanged, data: presentPrices(items, prices.present) })
  return { ...order, amountPence: basket.amountPence, basket }
}
