import { formerCaptureSchema } from '@site/shared/contracts/former-checkout'
import {
  abandonOrderSchema,
  abandonReplySchema,
  confirmStripePaymentSchema,
  createPaymentIntentSchema,
  createPayPalOrderSchema,
  orderStatusReplySchema,
  paymentIntentReplySchema,
  paymentReplySchema,
  payPalOrderReplySchema,
  readOrderStatusSchema,
} from '@site/shared/contracts/payments'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { orders } from '../database/schema'
import { answering, sendRefusal, type TypeBoxProvider } from '../http/api-frame'
import { abandonOrder } from './abandon-order'
import { type Confirmed, confirmPayment, readOrderStatus } from './confirm-payment'
import { confirmDeclined, registerApprovals } from './former-checkout'
import type { ProviderCallLimits } from './limit-provider-calls'
import { refusals } from './refusals'
import type { PaymentServices } from './shared/payment-services'
import { startPayment } from './start-payment'

/** Money may have moved before any of these. */
const confirmOptions = { config: { whenUnavailable: refusals.unknownOutcome } }

export async function registerPayments(
  app: FastifyInstance,
  services: PaymentServices,
  limits: ProviderCallLimits,
): Promise<void> {
  registerStarts(app, services, limits)
  registerConfirmations(app, services, limits)
  registerApprovals(app, services, limits)
  registerOrderCalls(app, services, limits)
}

function registerStarts(
  plain: FastifyInstance,
  services: PaymentServices,
  { start }: Pick<ProviderCallLimits, 'start'>,
): void {
  const app = plain.withTypeProvider<TypeBoxProvider>()
  const startOptions = { onRequest: start, config: { whenUnavailable: refusals.unavailable } }

  app.post(
    '/create-payment-intent',
    { ...startOptions, ...answering('payments', createPaymentIntentSchema, paymentIntentReplySchema) },
    async ({ body, headers: { cookie: cookies } }, reply) => {
      const started = await startPayment(services, 'stripe', { ...body, id: body.orderId, cookies })
      if (!started.ok) return sendRefusal(reply, started.refusal)
      const { clientSecret } = started.payment
      if (!clientSecret) return sendRefusal(reply, refusals.providerDown)
      return { success: true as const, message: 'Payment intent created', data: { clientSecret } }
    },
  )

  app.post(
    '/paypal-create-order',
    { ...startOptions, ...answering('payments', createPayPalOrderSchema, payPalOrderReplySchema) },
    async ({ body, headers: { cookie: cookies } }, reply) => {
      const started = await startPayment(services, 'paypal', { ...body, id: body.orderId, cookies })
      if (!started.ok) return sendRefusal(reply, started.refusal)
      const data = { paypalOrderId: started.payment.providerId }
      return { success: true as const, message: 'PayPal order created', data }
    },
  )
}

function registerConfirmations(
  plain: FastifyInstance,
  services: PaymentServices,
  { confirm }: Pick<ProviderCallLimits, 'confirm'>,
): void {
  const app = plain.withTypeProvider<TypeBoxProvider>()
  const limited = { ...confirmOptions, preHandler: confirm }

  app.post(
    '/confirm-stripe-payment',
    { ...limited, ...answering('payments', confirmStripePaymentSchema, paymentReplySchema) },
    async ({ body: { paymentIntentId, orderId } }, reply) => {
      const confirmed = await confirmPayment(services, { provider: 'stripe', providerId: paymentIntentId, orderId })
      if (!confirmed.ok) return sendRefusal(reply, confirmed.refusal)
      return describe(confirmed, await isBuyerMailed(services, confirmed.orderId))
    },
  )

  app.post(
    '/paypal-capture',
    { ...limited, ...answering('payments', formerCaptureSchema, paymentReplySchema) },
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

function registerOrderCalls(
  plain: FastifyInstance,
  services: PaymentServices,
  { confirm }: Pick<ProviderCallLimits, 'confirm'>,
): void {
  const app = plain.withTypeProvider<TypeBoxProvider>()

  app.post(
    '/abandon',
    { ...confirmOptions, ...answering('payments', abandonOrderSchema, abandonReplySchema) },
    async ({ body: { orderId } }, reply) => {
      const abandoned = await abandonOrder(services, orderId)
      if (!abandoned.ok) return sendRefusal(reply, abandoned.refusal)
      const data = { orderId, status: 'abandoned' as const }
      return { success: true as const, message: 'Nothing can be paid for this order any more', data }
    },
  )

  app.post(
    '/status',
    { ...confirmOptions, preHandler: confirm, ...answering('payments', readOrderStatusSchema, orderStatusReplySchema) },
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

export async function isBuyerMailed({ database, isMailed }: PaymentServices, orderId: string): Promise<boolean> {
  if (!isMailed) return false
  const [order] = await database
    .queries()
    .select({ erasedAt: orders.erasedAt })
    .from(orders)
    .where(eq(orders.id, orderId))
  return !order?.erasedAt
}
