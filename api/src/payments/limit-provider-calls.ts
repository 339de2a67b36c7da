import type { FastifyRequest } from 'fastify'
import type { PaymentLimits } from '../config/types'
import type { Database } from '../database/database'
import { addressKey } from '../throttle/address-key'
import { createThrottle } from '../throttle/throttle'

/** A hook of the routes it limits. @throws ApiError 429 */
type Limit = (request: FastifyRequest) => Promise<void>
export type ProviderCallLimits = {
  start: Limit
  /** Looks at the body: for a hook after it was read. */
  confirm: Limit
  webhook: Limit
}

const MINUTE = 60
const TOO_MANY_STARTS = 'Too many payment attempts. Please wait a minute and try again.'

/** Nobody can have us flood a provider. Limits hold for all servers together. */
export function limitProviderCalls(database: Database, limits: PaymentLimits): ProviderCallLimits {
  const perMinute = (name: string, limit: number, message?: string) =>
    createThrottle(database, { name, limit, windowSeconds: MINUTE, message })
  const starts = perMinute('start address', limits.startsPerAddressAndMinute, TOO_MANY_STARTS)
  const confirmsOfAddress = perMinute('confirm address', limits.confirmsPerAddressAndMinute)
  const confirmsOfOrder = perMinute('confirm order', limits.confirmsPerOrderAndMinute)
  const webhooks = perMinute('webhook address', limits.webhooksPerAddressAndMinute)
  return {
    start: ({ ip }) => starts(addressKey(ip)),
    async confirm(request) {
      await confirmsOfAddress(addressKey(request.ip))
      await confirmsOfOrder(paymentOf(request))
    },
    // PayPal's signatures are checked by PayPal: a forged event costs a call. What is refused here comes again.
    webhook: ({ ip }) => webhooks(addressKey(ip)),
  }
}

/** By the provider's id, where the call is about one payment: the order is then only what the browser says. */
function paymentOf({ body }: FastifyRequest): string {
  const fields = typeof body === 'object' && body !== null ? body : {}
  if ('paymentIntentId' in fields) return String(fields.paymentIntentId)
  if ('paypalOrderId' in fields) return String(fields.paypalOrderId)
  return 'orderId' in fields ? String(fields.orderId) : ''
}
