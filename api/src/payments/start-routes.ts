import { errorReplySchema } from '@site/shared/contracts/errors'
import {
  createPaymentIntentSchema,
  createPayPalOrderSchema,
  paymentIntentReplySchema,
  payPalOrderReplySchema,
} from '@site/shared/contracts/payments'
import type { FastifyInstance } from 'fastify'
import { sendRefusal, type TypeBoxProvider } from '../http/api-frame'
import type { ProviderCallLimits } from './limit-provider-calls'
import { refusals } from './refusals'
import type { PaymentServices } from './shared/payment-services'
import { startPayment } from './start-payment'

const failures = { '4xx': errorReplySchema, '5xx': errorReplySchema }
const tags = ['payments']

/** The two calls that begin a payment, with one count of how many an address may begin. */
export function registerStarts(
  plain: FastifyInstance,
  services: PaymentServices,
  { start }: Pick<ProviderCallLimits, 'start'>,
): void {
  const app = plain.withTypeProvider<TypeBoxProvider>()
  const startOptions = { onRequest: start, config: { whenUnavailable: refusals.unavailable } }

  app.post(
    '/create-payment-intent',
    {
      ...startOptions,
      schema: { tags, body: createPaymentIntentSchema, response: { 200: paymentIntentReplySchema, ...failures } },
    },
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
    {
      ...startOptions,
      schema: { tags, body: createPayPalOrderSchema, response: { 200: payPalOrderReplySchema, ...failures } },
    },
    async ({ body, headers: { cookie: cookies } }, reply) => {
      const started = await startPayment(services, 'paypal', { ...body, id: body.orderId, cookies })
      if (!started.ok) return sendRefusal(reply, started.refusal)
      const data = { paypalOrderId: started.payment.providerId }
      return { success: true as const, message: 'PayPal order created', data }
    },
  )
}
