import { type Provider, ProviderError, type ReadEvent } from '@site/providers/gateway'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../database/database-error'
import { sendRefusal } from '../http/api-frame'
import { handleEvent, keepEvent } from './event-queue'
import type { ProviderCallLimits } from './limit-provider-calls'
import { refusals } from './refusals'
import type { PaymentServices } from './shared/payment-services'

const MAX_BODY_BYTES = 512 * 1024
const forged = { status: 400, code: 'bad_signature', message: 'The signature is not valid.' }

/** Stores the event, then answers 200. Providers resend for days after any other status. */
export function registerWebhooks(
  app: FastifyInstance,
  services: PaymentServices,
  readers: Readonly<Record<Provider, ReadEvent>>,
  { webhook }: Pick<ProviderCallLimits, 'webhook'>,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => done(null, body),
  )

  async function receive(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!Buffer.isBuffer(request.body)) return sendRefusal(reply, forged)
    try {
      const event = await readers[provider](request.body, request.headers)
      if (!event) {
        request.log.warn({ provider }, 'a webhook with a bad signature was refused')
        return sendRefusal(reply, forged)
      }
      const kept = await keepEvent(services, provider, event)
      // The event is kept, so the sweep handles it.
      const orLater = (error: unknown) => {
        if (!isUnavailable(error)) throw error
        request.log.error({ err: error }, 'a webhook is kept for later')
      }
      if (kept) await handleEvent(services, kept, 'webhook').catch(orLater)
      return reply.send({ received: true })
    } catch (error) {
      if (error instanceof ProviderError) return sendRefusal(reply, refusals.providerDown)
      throw error
    }
  }

  for (const provider of ['stripe', 'paypal'] as const) {
    const options = { preHandler: webhook, schema: { hide: true }, config: { whenUnavailable: refusals.unavailable } }
    app.post(`/${provider}`, options, (request, reply) => receive(provider, request, reply))
  }
}
