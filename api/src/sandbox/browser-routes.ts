import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { TypeBoxProvider } from '../http/typebox-provider'
import { validateBySchema } from '../http/validate-by-schema'
import type { Result } from './answer-call'
import { listPayments } from './list-payments'
import type { PayPalStandIn } from './paypal-stand-in'
import type { StripeStandIn } from './stripe-stand-in'

const text = Type.String({ maxLength: 300 })
const id = Type.Object({ id: Type.String({ maxLength: 100 }) })

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

export type BrowserRouteOptions = { stripe: StripeStandIn; payPal: PayPalStandIn; scriptFolder: string }

/** What the stand-ins' scripts in the buyer's browser call, and the scripts themselves. */
export function registerBrowserRoutes(plain: FastifyInstance, options: BrowserRouteOptions): void {
  const { stripe, payPal, scriptFolder } = options
  validateBySchema(plain)
  const app = plain.withTypeProvider<TypeBoxProvider>()
  const send = (reply: FastifyReply, { status, body }: Result) => reply.status(status).send(body)

  for (const name of ['stripe', 'paypal']) {
    app.get(`/${name}.js`, async (_request, reply) => {
      const script = await readFile(path.join(scriptFolder, `${name}.js`))
      return reply.type('text/javascript; charset=utf-8').send(script)
    })
  }

  app.get('/payments', { schema: { querystring: Type.Object({ order: Type.Optional(text) }) } }, ({ query }) => ({
    payments: listPayments(stripe, payPal, query.order),
  }))

  app.post('/stripe/payment_methods', { schema: { body: newMethod } }, ({ body }, reply) => {
    return send(reply, stripe.createMethod(body))
  })
  app.get(
    '/stripe/payment_intents/:id',
    { schema: { params: id, querystring: Type.Object({ clientSecret: text }) } },
    ({ params, query }, reply) => {
      const isBuyers = stripe.intents.get(params.id)?.clientSecret === query.clientSecret
      return send(reply, stripe.readIntent(isBuyers ? params.id : ''))
    },
  )
  app.post(
    '/stripe/payment_intents/:id/confirm',
    { schema: { params: id, body: confirmation } },
    ({ params, body: { clientSecret, methodId } }, reply) => {
      return send(reply, stripe.confirm(params.id, clientSecret, methodId))
    },
  )
  app.post(
    '/stripe/payment_intents/:id/authenticate',
    { schema: { params: id, body: authentication } },
    ({ params, body: { clientSecret, isGranted } }, reply) => {
      return send(reply, stripe.authenticate(params.id, clientSecret, isGranted))
    },
  )

  app.get('/paypal/orders/:id', { schema: { params: id } }, ({ params }, reply) => {
    return send(reply, payPal.readOrder(params.id))
  })
  app.post(
    '/paypal/orders/:id/approve',
    { schema: { params: id, body: approval } },
    ({ params, body: { funding } }, reply) => {
      return send(reply, payPal.approve(params.id, funding))
    },
  )
  app.post('/paypal/orders/:id/capture', { schema: { params: id } }, ({ params }, reply) => {
    return send(reply, payPal.capture(params.id))
  })
}
