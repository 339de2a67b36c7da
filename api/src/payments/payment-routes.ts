import * as contract from '@site/shared/contracts/payments'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { orders } from '../database/schema'
import { ApiError } from '../errors/api-error'
import { answering, type TypeBoxProvider } from '../http/api-frame'
import { abandonOrder } from './abandon-order'
import { type Confirmed, confirmPayment, readOrderStatus } from './confirm-payment'
import type { ProviderCallLimits } from './limit-provider-calls'
import { refusals } from './refusals'
import type { PaymentServices } from './shared/payment-services'
import { startPayment } from './start-payment'

export async function registerPayments(
  plain: FastifyInstance,
  services: PaymentServices,
  limits: ProviderCallLimits,
): Promise<void> {
  const app = plain.withTypeProvider<TypeBoxProvider>()
  const starts = { preHandler: limits.start, config: { whenUnavailable: refusals.unavailable } }
  /** Money may have moved before any of these. */
  const ends = { config: { whenUnavailable: refusals.unknownOutcome } }
  const asks = { ...ends, preHandler: limits.confirm }
  const of = <B, R>(body: B, reply: R) => answering('payments', body, reply)

  app.post(
    '/create-payment-intent',
    { ...starts, ...of(contract.createPaymentIntentSchema, contract.paymentIntentReplySchema) },
    async ({ body, headers }) => {
      const { clientSecret } = await startPayment(services, 'stripe', body, headers.cookie)
      if (!clientSecret) throw new ApiError(refusals.providerDown)
      return succeed('Payment intent created', { clientSecret })
    },
  )
  app.post(
    '/paypal-create-order',
    { ...starts, ...of(contract.createPayPalOrderSchema, contract.payPalOrderReplySchema) },
    async ({ body, headers }) => {
      const { providerId } = await startPayment(services, 'paypal', body, headers.cookie)
      return succeed('PayPal order created', { paypalOrderId: providerId })
    },
  )
  app.post(
    '/confirm-stripe-payment',
    { ...asks, ...of(contract.confirmStripePaymentSchema, contract.paymentReplySchema) },
    async ({ body: { paymentIntentId: providerId, orderId } }) =>
      describe(services, await confirmPayment(services, { provider: 'stripe', providerId, orderId })),
  )
  app.post(
    '/paypal-capture',
    { ...asks, ...of(contract.capturePayPalSchema, contract.paymentReplySchema) },
    async ({ body }) => {
      const { paypalOrderId: providerId, orderId } = body
      // The browser sends PayPal's id in both fields (D-43).
      const asked = { provider: 'paypal' as const, providerId, ...(orderId !== providerId && { orderId }) }
      return describe(services, await confirmPayment(services, asked))
    },
  )
  app.post(
    '/abandon',
    { ...ends, ...of(contract.abandonOrderSchema, contract.abandonReplySchema) },
    async ({ body: { orderId } }) => {
      await abandonOrder(services, orderId)
      return succeed('Nothing can be paid for this order any more', { orderId, status: 'abandoned' as const })
    },
  )
  app.post(
    '/status',
    { ...asks, ...of(contract.readOrderStatusSchema, contract.orderStatusReplySchema) },
    async ({ body: { orderId } }) => {
      const status = await readOrderStatus(services, orderId)
      const data = { orderId, status, isMailed: await isBuyerMailed(services, orderId) }
      return succeed(`The order is ${status.replace('_', ' ')}`, data)
    },
  )
}

const succeed = <D>(message: string, data: D) => ({ success: true as const, message, data })

async function describe(services: PaymentServices, { orderId, state: status }: Confirmed) {
  const isMailed = await isBuyerMailed(services, orderId)
  const held = `Payment received. We will check your order${isMailed ? ' and write to you' : ''}.`
  return succeed(status === 'paid' ? 'Payment confirmed' : held, { orderId, status, isMailed })
}

async function isBuyerMailed({ database, isMailed }: PaymentServices, orderId: string): Promise<boolean> {
  if (!isMailed) return false
  const isErased = and(eq(orders.id, orderId), eq(orders.customerEmail, ''))
  return (await database.queries().$count(orders, isErased)) === 0
}
