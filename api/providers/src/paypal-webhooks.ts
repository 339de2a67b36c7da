import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type PayPalClient, parseReply, refuseError } from './paypal-client'
import type { PayPalConfig } from './provider-config'
import type { WebhookEndpoints } from './webhook-endpoints'

const webhook = Type.Object({
  id: Type.String(),
  url: Type.String(),
  event_types: Type.Optional(Type.Array(Type.Object({ name: Type.String(), status: Type.Optional(Type.String()) }))),
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
