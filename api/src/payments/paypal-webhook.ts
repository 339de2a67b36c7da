import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { PayPalConfig } from '../config'
import { ProviderError } from './gateway'
import type { PayPalClient } from './paypal-client'
import type { ReadEvent } from './provider-event'

const eventSchema = Compile(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 255 }),
    event_type: Type.String({ maxLength: 255 }),
    resource: Type.Object({
      supplementary_data: Type.Optional(
        Type.Object({ related_ids: Type.Optional(Type.Object({ order_id: Type.Optional(Type.String()) })) }),
      ),
    }),
  }),
)
const verdictSchema = Compile(Type.Object({ verification_status: Type.String() }))
/** Name in PayPal's call → header of the webhook. */
const signatureHeaders = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

/**
 * Has PayPal itself check the signature, with the event byte for byte as it came. Only captures are
 * looked at: an approved order is captured by the browser, and by the sweep when the browser is gone.
 * @throws ProviderError when PayPal cannot be asked, so that it sends the event again.
 */
export function createPayPalEventReader({ webhookId }: PayPalConfig, call: PayPalClient): ReadEvent {
  return async (raw, headers) => {
    const text = raw.toString('utf8')
    const event = parse(text)
    const signature = Object.entries(signatureHeaders).map(([name, header]) => [name, headers[header]])
    if (!eventSchema.Check(event) || signature.some(([, value]) => typeof value !== 'string')) return undefined
    const fields = JSON.stringify({ ...Object.fromEntries(signature), webhook_id: webhookId })
    const reply = await call({
      path: '/v1/notifications/verify-webhook-signature',
      body: `${fields.slice(0, -1)},"webhook_event":${text}}`,
    })
    if (reply.status === 401 || reply.status === 403) throw new ProviderError('broken', 'PayPal refuses our keys')
    if (!verdictSchema.Check(reply.body) || reply.body.verification_status !== 'SUCCESS') return undefined
    const { id: eventId, event_type: type, resource } = event
    const providerId = resource.supplementary_data?.related_ids?.order_id
    return { eventId, type, ...(type.startsWith('PAYMENT.CAPTURE.') && providerId && { providerId }) }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
