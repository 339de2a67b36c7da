/**
 * Serves the checkout of November 2026. Delete it, with `shared/src/contracts/former-checkout.ts`, when no kept
 * composition calls `paypal-approved`.
 */
import { approvalReplySchema, approvePayPalSchema } from '@site/shared/contracts/former-checkout'
import type { FastifyInstance } from 'fastify'
import { ApiError, type Refusal } from '../errors/api-error'
import { answering, type TypeBoxProvider } from '../http/api-frame'
import { lockOrder } from '../orders/order-repository'
import { reasonToRefuse } from './claim-payment'
import { type Confirmation, type Confirmed, confirmPayment } from './confirm-payment'
import type { ProviderCallLimits } from './limit-provider-calls'
import { refusals } from './refusals'
import { findPayment, readPayments, unpaidStates } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'

const givenUp = {
  status: 409,
  code: 'order_conflict',
  message: 'This payment was given up, so nothing is charged. Please try again.',
}
const instrumentDeclined = {
  status: 402,
  code: 'instrument_declined',
  message: 'PayPal declined this way to pay. Please choose another one.',
}

/** The page captures after 200, not after any of these refusals. */
export function registerApprovals(
  plain: FastifyInstance,
  services: PaymentServices,
  { confirm }: Pick<ProviderCallLimits, 'confirm'>,
): void {
  plain.withTypeProvider<TypeBoxProvider>().post(
    '/paypal-approved',
    {
      config: { whenUnavailable: refusals.unavailable },
      preHandler: confirm,
      ...answering('payments', approvePayPalSchema, approvalReplySchema),
    },
    async ({ body: { paypalOrderId: providerId } }) => {
      const found = await findPayment(services.database.queries(), { provider: 'paypal', providerId })
      if (!found) throw new ApiError(refusals.notFound)
      const refusal = await reasonToStop(services, found.orderId, found.id)
      if (refusal) throw new ApiError(refusal)
      return { success: true as const, message: 'The payment may be captured', data: { orderId: found.orderId } }
    },
  )
}

/** Answers in PayPal's words if it took nothing. */
export async function confirmDeclined(services: PaymentServices, asked: Confirmation): Promise<Confirmed> {
  try {
    return await confirmPayment(services, { ...asked, source: 'request' })
  } catch (error) {
    const code = error instanceof ApiError && error.refusal.code
    if (code !== 'payment_not_confirmed' && code !== 'payment_processing') throw error
    const found = await findPayment(services.database.queries(), asked)
    const isRefused = found !== undefined && (await reasonToStop(services, found.orderId, found.id)) === undefined
    throw isRefused ? new ApiError(instrumentDeclined) : error
  }
}

async function reasonToStop({ database }: PaymentServices, orderId: string, id: number): Promise<Refusal | undefined> {
  return database.transaction(async (queries) => {
    const order = await lockOrder(queries, orderId)
    const attempts = await readPayments(queries, orderId)
    const isDeciding = attempts.some((it) => it.state === 'processing' && it.providerStatus === 'processing')
    const isUnpaid = attempts.some((it) => it.id === id && unpaidStates.includes(it.state))
    return (order && reasonToRefuse(order, attempts, isDeciding)) ?? (isUnpaid ? undefined : givenUp)
  })
}
