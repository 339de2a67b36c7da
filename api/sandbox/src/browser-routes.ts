import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Result } from './answer-call'
import type { FakePayPal } from './fake-paypal'
import type { FakeStripe } from './fake-stripe'
import { listPayments } from './list-payments'

const text = Type.String({ maxLength: 300 })
const id = Type.Object({ id: Type.String({ maxLength: 100 }) })
const query = Type.Object({ order: Type.Optional(text) })

const newMethod = Type.Object({
  number: Type.String({ maxLength: 30 }),
  expMonth: Type.Integer({ minimum: 1, maximum: 12 }),
  expYear: Type.Integer({ minimum: 2000, maximum: 2100 }),
  name: text,
  email: text,
})
const confirmation = Type.Object({ clientSecret: text, methodId: text })
const authentication = Type.Object({ clientSecret: text, isGranted: Type.Boolean() })
const approval = Type.Object({ funding: Type.Enum(['balance', 'declined', 'pending']) })

export type BrowserRouteOptions = { stripe: FakeStripe; payPal: FakePayPal; scriptFolder: string }

type ById = { Params: Static<typeof id> }

export function registerBrowserRoutes(app: FastifyInstance, options: BrowserRouteOptions): void {
  const { stripe, payPal, scriptFolder } = options
  const send = (reply: FastifyReply, { status, body }: Result) => reply.status(status).send(body)

  for (const name of ['stripe', 'paypal']) {
    app.get(`/${name}.js`, async (_request, reply) => {
      const script = await readFile(path.join(scriptFolder, `${name}.js`))
      return reply.type('text/javascript; charset=utf-8').send(script)
    })
  }

  app.get<{ Querystring: Static<typeof query> }>('/payments', { schema: { querystring: query } }, ({ query }) => ({
    payments: listPayments(stripe, payPal, query.order),
  }))

  app.post<{ Body: Static<typeof newMethod> }>(
    '/stripe/payment_methods',
    { schema: { body: newMethod } },
    ({ body }, reply) => {
      return send(reply, stripe.createMethod(body))
    },
  )
  app.post<ById & { Body: Static<typeof confirmation> }>(
    '/stripe/payment_intents/:id/confirm',
    { schema: { params: id, body: confirmation } },
    ({ params, body: { clientSecret, methodId } }, reply) => {
      return send(reply, stripe.confirm(params.id, clientSecret, methodId))
    },
  )
  app.post<ById & { Body: Static<typeof authentication> }>(
    '/stripe/payment_intents/:id/authenticate',
    { schema: { params: id, body: authentication } },
    ({ params, body: { clientSecret, isGranted } }, reply) => {
      return send(reply, stripe.authenticate(params.id, clientSecret, isGranted))
    },
  )

  app.get<ById>('/paypal/orders/:id', { schema: { params: id } }, ({ params }, reply) => {
    return send(reply, payPal.readOrder(params.id))
  })
  app.post<ById & { Body: Static<typeof approval> }>(
    '/paypal/orders/:id/approve',
    { schema: { params: id, body: approval } },
    ({ params, body: { funding } }, reply) => {
      return send(reply, payPal.approve(params.id, funding))
    },
  )
  app.post<ById>('/paypal/orders/:id/capture', { schema: { params: id } }, ({ params }, reply) => {
    return send(reply, payPal.capture(params.id))
  })
}
