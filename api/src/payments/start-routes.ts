import { errorReplySchema } from '@site/shared/contracts/errors'
import {
  createPaymentIntentSchema,
  createPayPalOrderSchema,
  paymentIntentReplySchema,
  payPalOrderReplySchema,
} from '@site/shared/contracts/payments'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendRefusal } from '../http/error-replies'
import type { TypeBoxProvider } from '../http/typebox-provider'
import type { ProviderCallLimits } from './limit-provider-calls'
import { refusals } from './refusals'
import { noteGivenUp } from './shared/payment-repository'
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
  // Of what was given up for this one, whoever has an answer does not wait any more.
  const noteBegun = async (orderId: string, { statusCode }: Pick<FastifyReply, 'statusCode'>) => {
    if (statusCode === 200) await noteGivenUp(services.database.queries(), orderId)
  }

  app.post(
    '/create-payment-intent',
    {
      ...startOptions,
      schema: { tags, body: createPaymentIntentSchema, response: { 200: paymentIntentReplySchema, ...failures } },
      onResponse: ({ body }, reply) => noteBegun(body.orderId, reply),
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
      onResponse: ({ body }, reply) => noteBegun(body.orderId, reply),
    },
    async ({ body, headers: { cookie: cookies } }, reply) => {
      const started = await startPayment(services, 'paypal', { ...body, id: body.orderId, cookies })
      if (!started.ok) return sendRefusal(reply, started.refusal)
      const data = { paypalOrderId: started.payment.providerId }
      return { success: true as const, message: 'PayPal order created', data }
    },
  )
}
