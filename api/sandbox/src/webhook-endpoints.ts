import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { AnswerCall } from './answer-call'

/** Webhooks as registered in the providers' dashboards. The sandbox reports to its shop regardless. */
export type FakeWebhook = { id: string; url: string; events: string[]; isEnabled: boolean }

const newId = (prefix: string) => `${prefix}${randomBytes(8).toString('hex')}`
type ById = { Params: { id: string }; Body: Record<string, string> }

/** Stripe's SDK encodes lists as `enabled_events[0]`. */
function eventsOf(body: Record<string, string>): string[] {
  return Object.entries(body).flatMap(([name, value]) => (name.startsWith('enabled_events[') ? [value] : []))
}

export function registerStripeWebhooks(app: FastifyInstance, kept: FakeWebhook[], answer: AnswerCall): void {
  const show = ({ id, url, events, isEnabled }: FakeWebhook) => ({
    ...{ id, object: 'webhook_endpoint', url, enabled_events: events },
    status: isEnabled ? 'enabled' : 'disabled',
  })
  app.get('/webhook_endpoints', (_request, reply) => {
    const list = { object: 'list', url: '/v1/webhook_endpoints', has_more: false }
    const work = () => ({ status: 200, body: { ...list, data: kept.map(show) } })
    return answer(reply, { provider: 'stripe', action: 'webhooks' }, { work })
  })
  app.post<{ Body: Record<string, string> }>('/webhook_endpoints', ({ body }, reply) => {
    const made = { id: newId('we_'), url: body.url ?? '', events: eventsOf(body), isEnabled: true }
    kept.push(made)
    const work = () => ({ status: 200, body: { ...show(made), secret: newId('whsec_') } })
    return answer(reply, { provider: 'stripe', action: 'webhooks' }, { work })
  })
  app.post<ById>('/webhook_endpoints/:id', ({ params: { id }, body }, reply) => {
    const found = kept.find((it) => it.id === id)
    if (!found) return reply.status(404).send({ error: { type: 'invalid_request_error', message: 'No such webhook' } })
    Object.assign(found, { events: eventsOf(body), isEnabled: body.disabled !== 'true' })
    return answer(
      reply,
      { provider: 'stripe', action: 'webhooks' },
      { work: () => ({ status: 200, body: show(found) }) },
    )
  })
}

const named = Type.Array(Type.Object({ name: Type.String() }))
const newSchema = Compile(Type.Object({ url: Type.String(), event_types: named }))
const patchSchema = Compile(Type.Array(Type.Object({ path: Type.Literal('/event_types'), value: named })))

export function registerPayPalWebhooks(app: FastifyInstance, kept: FakeWebhook[], answer: AnswerCall): void {
  const show = ({ id, url, events }: FakeWebhook) => ({ id, url, event_types: events.map((name) => ({ name })) })
  const call = { provider: 'paypal', action: 'webhooks' } as const
  app.get('/v1/notifications/webhooks', (_request, reply) =>
    answer(reply, call, { work: () => ({ status: 200, body: { webhooks: kept.map(show) } }) }),
  )
  app.post('/v1/notifications/webhooks', ({ body }, reply) => {
    if (!newSchema.Check(body)) return reply.status(400).send({ name: 'VALIDATION_ERROR' })
    const events = body.event_types.map(({ name }) => name)
    const made = { id: newId('WH'), url: body.url, events, isEnabled: true }
    kept.push(made)
    return answer(reply, call, { work: () => ({ status: 201, body: show(made) }) })
  })
  app.patch<{ Params: { id: string } }>('/v1/notifications/webhooks/:id', ({ params: { id }, body }, reply) => {
    const found = kept.find((it) => it.id === id)
    const [change] = patchSchema.Check(body) ? body : []
    if (!found || !change) return reply.status(404).send({ name: 'INVALID_RESOURCE_ID' })
    found.events = change.value.map(({ name }) => name)
    return answer(reply, call, { work: () => ({ status: 200, body: show(found) }) })
  })
}
