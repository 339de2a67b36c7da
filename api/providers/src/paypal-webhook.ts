import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { ProviderError } from './gateway'
import type { PayPalClient } from './paypal-client'
import type { PayPalConfig } from './provider-config'
import type { ProviderEvent, ReadEvent } from './provider-event'

const payPalEvent = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  event_type: Type.String({ maxLength: 255 }),
  resource: Type.Object({
    id: Type.Optional(Type.String()),
    dispute_id: Type.Optional(Type.String()),
    supplementary_data: Type.Optional(
      Type.Object({ related_ids: Type.Optional(Type.Object({ order_id: Type.Optional(Type.String()) })) }),
    ),
    links: Type.Optional(Type.Array(Type.Object({ href: Type.String(), rel: Type.String() }))),
    disputed_transactions: Type.Optional(
      Type.Array(Type.Object({ seller_transaction_id: Type.Optional(Type.String()) })),
    ),
  }),
})
type PayPalEvent = Static<typeof payPalEvent>
const eventSchema = Compile(payPalEvent)
const verificationSchema = Compile(Type.Object({ verification_status: Type.String() }))
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
export function createPayPalEventReader({ webhookId, previousWebhookId }: PayPalConfig, call: PayPalClient): ReadEvent {
  const webhookIds = [webhookId, previousWebhookId].filter((id) => id !== undefined)
  return async (raw, headers) => {
    const text = raw.toString('utf8')
    const event = parse(text)
    const signature = Object.entries(signatureHeaders).map(([name, header]) => [name, headers[header]])
    if (!eventSchema.Check(event) || signature.some(([, value]) => typeof value !== 'string')) return undefined
    for (const id of webhookIds) {
      const fields = JSON.stringify({ ...Object.fromEntries(signature), webhook_id: id })
      const isSigned = await verify(call, `${fields.slice(0, -1)},"webhook_event":${text}}`)
      if (isSigned) return read(event)
    }
    return undefined
  }
}

async function verify(call: PayPalClient, body: string): Promise<boolean> {
  const { status, body: verification } = await call({ path: '/v1/notifications/verify-webhook-signature', body })
  if (status === 401 || status === 403) throw new ProviderError('unauthorised', 'PayPal refuses our keys')
  return verificationSchema.Check(verification) && verification.verification_status === 'SUCCESS'
}

function read({ id: eventId, event_type: type, resource }: PayPalEvent): ProviderEvent {
  if (type.startsWith('CUSTOMER.DISPUTE.')) {
    const chargeId = resource.disputed_transactions?.[0]?.seller_transaction_id
    const disputeId = resource.dispute_id
    return { eventId, type, ...(chargeId && { chargeId }), ...(disputeId && { disputeId }) }
  }
  if (!/^PAYMENT\.(CAPTURE|REFUND)\./.test(type)) return { eventId, type }
  const providerId = resource.supplementary_data?.related_ids?.order_id
  if (providerId) return { eventId, type, providerId }
  // A refund names the capture it belongs to by its address alone.
  const up = resource.links?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))?.href
  const chargeId = up?.split('/').at(-1) ?? resource.id
  return { eventId, type, ...(chargeId && { chargeId }) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
