import rateLimit from '@fastify/rate-limit'
import { errorReplySchema } from '@site/shared/contracts/errors'
import {
  abandonOrderSchema,
  abandonReplySchema,
  capturePayPalSchema,
  confirmStripePaymentSchema,
  createPaymentIntentSchema,
  createPayPalOrderSchema,
  orderStatusReplySchema,
  paymentIntentReplySchema,
  paymentReplySchema,
  payPalOrderReplySchema,
  readOrderStatusSchema,
} from '@site/shared/contracts/payments'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../http/api-error'
import { sendRefusal } from '../http/error-replies'
import type { TypeBoxProvider } from '../http/typebox-provider'
import { abandonOrder } from './abandon-order'
import { type Confirmed, confirmPayment } from './confirm-payment'
import { readOrderStatus } from './order-status'
import type { PaymentServices } from './payment-services'
import { refusals } from './refusals'
import { startPayment } from './start-payment'

const failures = { '4xx': errorReplySchema, '5xx': errorReplySchema }
const tags = ['payments']

/** The four payment calls of §7 and two of our own; what they promise stands in the contracts of `shared`. */
export async function registerPayments(
  plain: FastifyInstance,
  services: PaymentServices,
  { intentsPerMinute }: { intentsPerMinute: number },
): Promise<void> {
  await plain.register(rateLimit, { global: false })
  const app = plain.withTypeProvider<TypeBoxProvider>()
  // One count for both ways to begin a payment.
  const throttle = plain.rateLimit({
    max: intentsPerMinute,
    timeWindow: '1 minute',
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiError({
        status: 429,
        code: 'throttled',
        message: 'Too many payment attempts. Please wait a minute and try again.',
        retryAfterSeconds: Math.ceil(ttl / 1_000),
      }),
  })
  const starting = { onRequest: throttle, config: { whenUnavailable: refusals.unavailable } }
  const confirming = { config: { whenUnavailable: refusals.unknownOutcome } }

  app.post(
    '/create-payment-intent',
    {
      ...starting,
      schema: { tags, body: createPaymentIntentSchema, response: { 200: paymentIntentReplySchema, ...failures } },
    },
    async ({ body }, reply) => {
      const started = await startPayment(services, 'stripe', { ...body, id: body.orderId })
      if (!started.ok) return sendRefusal(reply, started.refusal)
      const { clientSecret } = started.payment
      if (!clientSecret) return sendRefusal(reply, refusals.providerDown)
      return { success: true as const, message: 'Payment intent created', data: { clientSecret } }
    },
  )

  app.post(
    '/confirm-stripe-payment',
    {
      ...confirming,
      schema: { tags, body: confirmStripePaymentSchema, response: { 200: paymentReplySchema, ...failures } },
    },
    async ({ body: { paymentIntentId, orderId } }, reply) => {
      const confirmed = await confirmPayment(services, { provider: 'stripe', providerId: paymentIntentId, orderId })
      return confirmed.ok ? describe(services, confirmed) : sendRefusal(reply, confirmed.refusal)
    },
  )

  app.post(
    '/paypal-create-order',
    {
      ...starting,
      schema: { tags, body: createPayPalOrderSchema, response: { 200: payPalOrderReplySchema, ...failures } },
    },
    async ({ body }, reply) => {
      const started = await startPayment(services, 'paypal', { ...body, id: body.orderId })
      if (!started.ok) return sendRefusal(reply, started.refusal)
      const data = { paypalOrderId: started.payment.providerId }
      return { success: true as const, message: 'PayPal order created', data }
    },
  )

  app.post(
    '/paypal-capture',
    {
      ...confirming,
      schema: { tags, body: capturePayPalSchema, response: { 200: paymentReplySchema, ...failures } },
    },
    async ({ body: { paypalOrderId, orderId, isDeclined } }, reply) => {
      const confirmed = await confirmPayment(services, {
        provider: 'paypal',
        providerId: paypalOrderId,
        // The browser sends PayPal's id in both fields (D-43).
        ...(orderId !== paypalOrderId && { orderId }),
        ...(isDeclined && { isDeclined }),
      })
      return confirmed.ok ? describe(services, confirmed) : sendRefusal(reply, confirmed.refusal)
    },
  )

  app.post(
    '/abandon',
    { ...confirming, schema: { tags, body: abandonOrderSchema, response: { 200: abandonReplySchema, ...failures } } },
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
      ...confirming,
      schema: { tags, body: readOrderStatusSchema, response: { 200: orderStatusReplySchema, ...failures } },
    },
    async ({ body: { orderId } }, reply) => {
      const read = await readOrderStatus(services, orderId)
      if (!read.ok) return sendRefusal(reply, read.refusal)
      const data = { orderId, status: read.status, isMailed: services.isMailed }
      return { success: true as const, message: `The order is ${read.status.replace('_', ' ')}`, data }
    },
  )
}

function describe({ isMailed }: PaymentServices, { orderId, state }: Extract<Confirmed, { ok: true }>) {
  const message =
    state === 'paid'
      ? 'Payment confirmed'
      : `Payment received. We will check your order${isMailed ? ' and write to you' : ''}.`
  return { success: true as const, message, data: { orderId, status: state, isMailed } }
}
