import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import type { Result } from './answer-call'
import type { FakePayPal } from './fake-paypal'
import type { FakeStripe } from './fake-stripe'
import { newMethodSchema } from './stripe-objects'

const text = Type.String({ maxLength: 300 })
const params = Type.Object({ id: Type.Optional(Type.String({ maxLength: 100 })) })
const query = Type.Object({ order: Type.Optional(text) })

const confirmation = Type.Object({ clientSecret: text, methodId: text })
const authentication = Type.Object({ clientSecret: text, isGranted: Type.Boolean() })
const approval = Type.Object({ funding: Type.Enum(['balance', 'declined', 'pending']) })

export function registerBrowserRoutes(app: FastifyInstance, stripe: FakeStripe, payPal: FakePayPal): void {
  for (const name of ['stripe', 'paypal']) {
    app.get(`/${name}.js`, async (_request, reply) => {
      const script = await readFile(path.join(__dirname, 'sandbox', `${name}.js`))
      return reply.type('text/javascript; charset=utf-8').send(script)
    })
  }
  app.get<{ Querystring: Static<typeof query> }>('/payments', { schema: { querystring: query } }, ({ query }) => ({
    payments: listPayments(stripe, payPal, query.order),
  }))
  app.get<{ Params: { id: string } }>('/paypal/orders/:id', { schema: { params } }, ({ params: { id } }, reply) => {
    const { status, body } = payPal.readOrder(id)
    return reply.status(status).send(body)
  })

  function post<S extends TSchema>(url: string, asked: S, work: (asked: Static<S>, id: string) => Result): void {
    const schema = { params, body: asked }
    app.post<{ Params: { id?: string }; Body: Static<S> }>(url, { schema }, (request, reply) => {
      const { status, body } = work(request.body as Static<S>, request.params.id ?? '')
      return reply.status(status).send(body)
    })
  }
  const intent = '/stripe/payment_intents/:id'
  post('/stripe/payment_methods', newMethodSchema, (method) => stripe.createMethod(method))
  post(`${intent}/confirm`, confirmation, ({ clientSecret, methodId }, id) =>
    stripe.confirm(id, clientSecret, methodId),
  )
  post(`${intent}/authenticate`, authentication, ({ clientSecret, isGranted }, id) =>
    stripe.authenticate(id, clientSecret, isGranted),
  )
  post('/paypal/orders/:id/approve', approval, ({ funding }, id) => payPal.approve(id, funding))
  post('/paypal/orders/:id/capture', Type.Unknown(), (_asked, id) => payPal.capture(id))
}

/** `amount`: as sent to the provider, pence for Stripe and pounds for PayPal. */
function listPayments(stripe: FakeStripe, payPal: FakePayPal, order: string | undefined) {
  const byCard = stripe.intents.all().map(({ id, metadata, amount, status, charges, isRefunded }) => {
    const named = { provider: 'stripe', id, orderId: metadata.order }
    return { ...named, amount: String(amount), status, charges, isRefunded }
  })
  const byWallet = payPal.orders.all().map(({ id, unit, status, captures, isRefunded }) => {
    const named = { provider: 'paypal', id, orderId: unit.invoice_id?.split(':')[0] }
    const taken = captures.filter((capture) => capture.status === 'COMPLETED' || capture.status === 'PENDING')
    return { ...named, amount: unit.amount.value, status, charges: taken.length, isRefunded }
  })
  return [...byCard, ...byWallet].filter(({ orderId }) => order === undefined || orderId === order)
}
