import { errorReplySchema } from '@site/shared/contracts/errors'
import { formerCaptureSchema } from '@site/shared/contracts/former-checkout'
import {
  abandonOrderSchema,
  abandonReplySchema,
  confirmStripePaymentSchema,
  orderStatusReplySchema,
  paymentReplySchema,
  readOrderStatusSchema,
} from '@site/shared/contracts/payments'
import type { FastifyInstance } from 'fastify'
import { sendRefusal, type TypeBoxProvider } from '../http/api-frame'
import { abandonOrder } from './abandon-order'
import { type Confirmed, confirmPayment } from './confirm-payment'
import { confirmDeclined } from './former-checkout'
import { isBuyerMailed } from './is-buyer-mailed'
import type { ProviderCallLimits } from './limit-provider-calls'
import { readOrderStatus } from './order-status'
import { refusals } from './refusals'
import type { PaymentServices } from './shared/payment-services'

const failures = { '4xx': errorReplySchema, '5xx': errorReplySchema }
const tags = ['payments']
/** Money may have moved before any of these. */
const confirmOptions = { config: { whenUnavailable: refusals.unknownOutcome } }

/** The two calls by which a page says that it has paid. */
export function registerConfirmations(
  plain: FastifyInstance,
  services: PaymentServices,
  { confirm }: Pick<ProviderCallLimits, 'confirm'>,
): void {
  const app = plain.withTypeProvider<TypeBoxProvider>()
  const limited = { ...confirmOptions, preHandler: confirm }

  app.post(
    '/confirm-stripe-payment',
    {
      ...limited,
      schema: { tags, body: confirmStripePaymentSchema, response: { 200: paymentReplySchema, ...failures } },
    },
    async ({ body: { paymentIntentId, orderId } }, reply) => {
      const confirmed = await confirmPayment(services, { provider: 'stripe', providerId: paymentIntentId, orderId })
      if (!confirmed.ok) return sendRefusal(reply, confirmed.refusal)
      return describe(confirmed, await isBuyerMailed(services, confirmed.orderId))
    },
  )

  app.post(
    '/paypal-capture',
    {
      ...limited,
      schema: { tags, body: formerCaptureSchema, response: { 200: paymentReplySchema, ...failures } },
    },
    async ({ body: { paypalOrderId, orderId, isDeclined } }, reply) => {
      const confirmed = await (isDeclined ? confirmDeclined : confirmPayment)(services, {
        provider: 'paypal',
        providerId: paypalOrderId,
        // The browser sends PayPal's id in both fields (D-43).
        ...(orderId !== paypalOrderId && { orderId }),
      })
      if (!confirmed.ok) return sendRefusal(reply, confirmed.refusal)
      return describe(confirmed, await isBuyerMailed(services, confirmed.orderId))
    },
  )
}

/** The two calls about an order as a whole: that its buyer goes away from it, and how it stands. */
export function registerOrderCalls(
  plain: FastifyInstance,
  services: PaymentServices,
  { confirm }: Pick<ProviderCallLimits, 'confirm'>,
): void {
  const app = plain.withTypeProvider<TypeBoxProvider>()

  app.post(
    '/abandon',
    {
      ...confirmOptions,
      schema: { tags, body: abandonOrderSchema, response: { 200: abandonReplySchema, ...failures } },
    },
    async ({ body: { orderId } }, reply) => {
      const abandoned = await abandonOrder(services, orderId)
      if (!abandoned.ok) return sendRefusal(reply, abandoned.refusal)
      const data = { orderId, status: 'abandoned' as const }
      return { success: true as const, message: 'Nothing can be paid for this order any more', data }
    },
  )

  app.post(
    '/status',
    {
      ...confirmOptions,
      preHandler: confirm,
      schema: { tags, body: readOrderStatusSchema, response: { 200: orderStatusReplySchema, ...failures } },
    },
    async ({ body: { orderId } }, reply) => {
      const read = await readOrderStatus(services, orderId)
      if (!read.ok) return sendRefusal(reply, read.refusal)
      const data = { orderId, status: read.status, isMailed: await isBuyerMailed(services, orderId) }
      return { success: true as const, message: `The order is ${read.status.replace('_', ' ')}`, data }
    },
  )
}

function describe({ orderId, state }: Extract<Confirmed, { ok: true }>, isMailed: boolean) {
  const message =
    state === 'paid'
      ? 'Payment confirmed'
      : `Payment received. We will check your order${isMailed ? ' and write to you' : ''}.`
  return { success: true as const, message, data: { orderId, status: state, isMailed } }
}
