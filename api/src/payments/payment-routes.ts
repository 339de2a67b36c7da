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
import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { orders } from '../database/schema'
import { answering, sendRefusal } from '../http/api-frame'
import { abandonOrder } from './abandon-order'
import { type Confirmed, confirmPayment, readOrderStatus } from './confirm-payment'
import { confirmDeclined, registerApprovals } from './former-checkout'
import type { ProviderCallLimits } from './limit-provider-calls'
import { type Refused, refusals, refuse } from './refusals'
import type { PaymentServices } from './shared/payment-services'
import { startPayment } from './start-payment'

type Call<B extends TSchema, R extends TSchema> = {
  body: B
  reply: R
  options: RouteShorthandOptions
  answer: (body: Static<B>, cookies: string | undefined) => Promise<Static<R> | Refused>
}

export async function registerPayments(
  app: FastifyInstance,
  services: PaymentServices,
  limits: ProviderCallLimits,
): Promise<void> {
  const starts = {
    onRequest: limits.startHere,
    preHandler: limits.start,
    config: { whenUnavailable: refusals.unavailable },
  }
  /** Money may have moved before any of these. */
  const ends = { config: { whenUnavailable: refusals.unknownOutcome } }
  const asks = { ...ends, preHandler: limits.confirm }

  function serve<B extends TSchema, R extends TSchema>(path: string, { body, reply, options, answer }: Call<B, R>) {
    app.post(path, { ...options, ...answering('payments', body, reply) }, async (request, response) => {
      const answered = await answer(request.body as Static<B>, request.headers.cookie)
      return isRefused(answered) ? sendRefusal(response, answered.refusal) : answered
    })
  }

  serve('/create-payment-intent', {
    body: createPaymentIntentSchema,
    reply: paymentIntentReplySchema,
    options: starts,
    async answer(body, cookies) {
      const started = await startPayment(services, 'stripe', { ...body, id: body.orderId, cookies })
      if (!started.ok) return started
      const { clientSecret } = started.payment
      return clientSecret ? succeed('Payment intent created', { clientSecret }) : refuse(refusals.providerDown)
    },
  })
  serve('/paypal-create-order', {
    body: createPayPalOrderSchema,
    reply: payPalOrderReplySchema,
    options: starts,
    async answer(body, cookies) {
      const started = await startPayment(services, 'paypal', { ...body, id: body.orderId, cookies })
      return started.ok ? succeed('PayPal order created', { paypalOrderId: started.payment.providerId }) : started
    },
  })
  serve('/confirm-stripe-payment', {
    body: confirmStripePaymentSchema,
    reply: paymentReplySchema,
    options: asks,
    async answer({ paymentIntentId: providerId, orderId }) {
      return describe(services, await confirmPayment(services, { provider: 'stripe', providerId, orderId }))
    },
  })
  serve('/paypal-capture', {
    body: formerCaptureSchema,
    reply: paymentReplySchema,
    options: asks,
    async answer({ paypalOrderId: providerId, orderId, isDeclined }) {
      // The browser sends PayPal's id in both fields (D-43).
      const asked = { provider: 'paypal' as const, providerId, ...(orderId !== providerId && { orderId }) }
      return describe(services, await (isDeclined ? confirmDeclined : confirmPayment)(services, asked))
    },
  })
  registerApprovals(app, services, limits)
  serve('/abandon', {
    body: abandonOrderSchema,
    reply: abandonReplySchema,
    options: ends,
    async answer({ orderId }) {
      const abandoned = await abandonOrder(services, orderId)
      if (!abandoned.ok) return abandoned
      return succeed('Nothing can be paid for this order any more', { orderId, status: 'abandoned' as const })
    },
  })
  serve('/status', {
    body: readOrderStatusSchema,
    reply: orderStatusReplySchema,
    options: asks,
    async answer({ orderId }) {
      const read = await readOrderStatus(services, orderId)
      if (!read.ok) return read
      const data = { orderId, status: read.status, isMailed: await isBuyerMailed(services, orderId) }
      return succeed(`The order is ${read.status.replace('_', ' ')}`, data)
    },
  })
}

function isRefused(answer: unknown): answer is Refused {
  return typeof answer === 'object' && answer !== null && 'refusal' in answer
}

const succeed = <D>(message: string, data: D) => ({ success: true as const, message, data })

async function describe(services: PaymentServices, confirmed: Confirmed) {
  if (!confirmed.ok) return confirmed
  const { orderId, state: status } = confirmed
  const isMailed = await isBuyerMailed(services, orderId)
  const held = `Payment received. We will check your order${isMailed ? ' and write to you' : ''}.`
  return succeed(status === 'paid' ? 'Payment confirmed' : held, { orderId, status, isMailed })
}

async function isBuyerMailed({ database, isMailed }: PaymentServices, orderId: string): Promise<boolean> {
  if (!isMailed) return false
  const [order] = await database
    .queries()
    .select({ email: orders.customerEmail })
    .from(orders)
    .where(eq(orders.id, orderId))
  return order?.email !== ''
}
