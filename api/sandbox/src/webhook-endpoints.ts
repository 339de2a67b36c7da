import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { AddRoute } from './answer-call'

/** Webhooks as registered in the providers' dashboards. The sandbox reports to its shop regardless. */
export type FakeWebhook = { id: string; url: string; events: string[]; isEnabled: boolean }

const newId = (prefix: string) => `${prefix}${randomBytes(8).toString('hex')}`

/** Stripe's SDK encodes lists as `enabled_events[0]`. */
function eventsOf(body: Record<string, string>): string[] {
  return Object.entries(body).flatMap(([name, value]) => (name.startsWith('enabled_events[') ? [value] : []))
}

export function addStripeWebhooks(route: AddRoute<Record<string, string>>, kept: FakeWebhook[]): void {
  const show = ({ id, url, events, isEnabled }: FakeWebhook) => ({
    ...{ id, object: 'webhook_endpoint', url, enabled_events: events },
    status: isEnabled ? 'enabled' : 'disabled',
  })
  route('GET', '/webhook_endpoints', 'webhooks', () => {
    const list = { object: 'list', url: '/v1/webhook_endpoints', has_more: false }
    return { status: 200, body: { ...list, data: kept.map(show) } }
  })
  route('POST', '/webhook_endpoints', 'webhooks', ({ body }) => {
    const made = { id: newId('we_'), url: body.url ?? '', events: eventsOf(body), isEnabled: true }
    kept.push(made)
    return { status: 200, body: { ...show(made), secret: newId('whsec_') } }
  })
  route('POST', '/webhook_endpoints/:id', 'webhooks', ({ params, body }) => {
    const found = kept.find(({ id }) => id === params.id)
    if (!found) return { status: 404, body: { error: { type: 'invalid_request_error', message: 'No such webhook' } } }
    Object.assign(found, { events: eventsOf(body), isEnabled: body.disabled !== 'true' })
    return { status: 200, body: show(found) }
  })
}

const named = Type.Array(Type.Object({ name: Type.String() }))
const newSchema = Compile(Type.Object({ url: Type.String(), event_types: named }))
const patchSchema = Compile(Type.Array(Type.Object({ path: Type.Literal('/event_types'), value: named })))

export function addPayPalWebhooks(route: AddRoute<unknown>, kept: FakeWebhook[]): void {
  const url = '/v1/notifications/webhooks'
  const show = ({ id, url, events }: FakeWebhook) => ({ id, url, event_types: events.map((name) => ({ name })) })
  route('GET', url, 'webhooks', () => ({ status: 200, body: { webhooks: kept.map(show) } }))
  route('POST', url, 'webhooks', ({ body }) => {
    if (!newSchema.Check(body)) return { status: 400, body: { name: 'VALIDATION_ERROR' } }
    const events = body.event_types.map(({ name }) => name)
    const made = { id: newId('WH'), url: body.url, events, isEnabled: true }
    kept.push(made)
    return { status: 201, body: show(made) }
  })
  route('PATCH', `${url}/:id`, 'webhooks', ({ params, body }) => {
    const found = kept.find(({ id }) => id === params.id)
    const [change] = patchSchema.Check(body) ? body : []
    if (!found || !change) return { status: 404, body: { name: 'INVALID_RESOURCE_ID' } }
    found.events = change.value.map(({ name }) => name)
    return { status: 200, body: show(found) }
  })
}
