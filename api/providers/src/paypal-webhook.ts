import { parseChecked } from '@platform/base/errors/parse-checked'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type PayPalConfig, ProviderError, type ProviderEvent, type ReadEvent } from './gateway'
import { optional, type PayPalClient, parseReply, refuseError } from './paypal-client'
import type { WebhookEndpoints } from './webhook-endpoints'

const webhook = Type.Object({
  id: Type.String(),
  url: Type.String(),
  event_types: Type.Optional(Type.Array(Type.Object({ name: Type.String(), status: optional }))),
})
const listSchema = Compile(Type.Object({ webhooks: Type.Array(webhook) }))
const madeSchema = Compile(Type.Object({ id: Type.String() }))
const path = '/v1/notifications/webhooks'
const named = (events: readonly string[]) => events.map((name) => ({ name }))

export function createPayPalWebhooks(
  { webhookId, previousWebhookId }: Pick<PayPalConfig, 'webhookId' | 'previousWebhookId'>,
  call: PayPalClient,
): WebhookEndpoints {
  return {
    async list() {
      const { webhooks } = parseReply(listSchema, refuseError(await call({ method: 'GET', path })).body)
      return webhooks.map(({ id, url, event_types = [] }) => ({
        id,
        url,
        events: event_types.filter(({ status }) => status !== 'DISABLED').map(({ name }) => name),
        isEnabled: true,
      }))
    },
    async create(url, events) {
      const reply = await call({ path, body: JSON.stringify({ url, event_types: named(events) }) })
      return { PAYPAL_WEBHOOK_ID: parseReply(madeSchema, refuseError(reply).body).id }
    },
    async change(id, events) {
      const body = JSON.stringify([{ op: 'replace', path: '/event_types', value: named(events) }])
      refuseError(await call({ method: 'PATCH', path: `${path}/${encodeURIComponent(id)}`, body }))
    },
    settingsToCorrect: (id): Record<string, string> =>
      id === webhookId || id === previousWebhookId ? {} : { PAYPAL_WEBHOOK_ID: id },
  }
}

const payPalEvent = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  event_type: Type.String({ maxLength: 255 }),
  resource: Type.Object({
    id: optional,
    dispute_id: optional,
    supplementary_data: Type.Optional(Type.Object({ related_ids: Type.Optional(Type.Object({ order_id: optional })) })),
    links: Type.Optional(Type.Array(Type.Object({ href: Type.String(), rel: Type.String() }))),
    disputed_transactions: Type.Optional(Type.Array(Type.Object({ seller_transaction_id: optional }))),
  }),
})
type PayPalEvent = Static<typeof payPalEvent>
const eventSchema = Compile(payPalEvent)
const verificationSchema = Compile(Type.Object({ verification_status: Type.String() }))
const signatureHeaders = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

/**
 * Asks PayPal to check the signature, with the event byte for byte.
 * @throws ProviderError if PayPal does not answer, so that it sends the event again
 */
export function createPayPalEventReader({ webhookId, previousWebhookId }: PayPalConfig, call: PayPalClient): ReadEvent {
  const webhookIds = [webhookId, previousWebhookId].filter((id) => id !== undefined)
  return async (raw, headers) => {
    const text = raw.toString('utf8')
    const event = parseChecked(eventSchema, text)
    const signature = Object.entries(signatureHeaders).map(([name, header]) => [name, headers[header]])
    if (!event || signature.some(([, value]) => typeof value !== 'string')) return undefined
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
  // A refund names its capture only by link.
  const up = resource.links?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))?.href
  const chargeId = up?.split('/').at(-1) ?? resource.id
  return { eventId, type, ...(chargeId && { chargeId }) }
}
