import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PaymentLimits } from '../config/types'
import type { Database } from '../database/database'
import { addressKey } from '../throttle/address-key'
import { createThrottle } from '../throttle/throttle'

const MINUTE = 60
/** The calls that ask a provider each time; beginning a payment has a limit of its own. */
const confirming = /\/(confirm-stripe-payment|paypal-capture)$/

/**
 * Nobody can have us flood a provider by confirming again and again. Counted in the database, so that the
 * limit is the same for any number of servers. To be added to the routes of payments.
 */
export function limitConfirms(app: FastifyInstance, database: Database, limits: PaymentLimits): void {
  const perAddress = createThrottle(database, {
    name: 'confirm address',
    limit: limits.confirmsPerAddressAndMinute,
    windowSeconds: MINUTE,
  })
  const perOrder = createThrottle(database, {
    name: 'confirm order',
    limit: limits.confirmsPerOrderAndMinute,
    windowSeconds: MINUTE,
  })
  app.addHook('preHandler', async (request) => {
    if (!confirming.test(request.routeOptions.url ?? '')) return
    await perAddress(addressKey(request.ip))
    await perOrder(paymentOf(request))
  })
}

/** PayPal's signatures are checked by PayPal: a forged event costs a call. What is refused here comes again. */
export function limitWebhooks(app: FastifyInstance, database: Database, limits: PaymentLimits): void {
  const perAddress = createThrottle(database, {
    name: 'webhook address',
    limit: limits.webhooksPerAddressAndMinute,
    windowSeconds: MINUTE,
  })
  app.addHook('preHandler', async ({ ip }) => perAddress(addressKey(ip)))
}

/** By the provider's id, which the call is about; the order is only what the browser says. */
function paymentOf({ body }: FastifyRequest): string {
  const fields = typeof body === 'object' && body !== null ? body : {}
  if ('paymentIntentId' in fields) return String(fields.paymentIntentId)
  return 'paypalOrderId' in fields ? String(fields.paypalOrderId) : ''
}
