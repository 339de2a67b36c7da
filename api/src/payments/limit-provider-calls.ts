import type { FastifyRequest } from 'fastify'
import type { PaymentLimits } from '../config/types'
import type { Database } from '../database/database'
import { addressKey } from '../throttle/address-key'
import { createThrottle } from '../throttle/throttle'

type Limit = (request: FastifyRequest) => Promise<void>
export type ProviderCallLimits = {
  start: Limit
  /** Needs the parsed body. */
  confirm: Limit
  webhook: Limit
}

const MINUTE = 60
const TOO_MANY_STARTS = 'Too many payment attempts. Please wait a minute and try again.'

/** Limits hold for all servers together. */
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
    // PayPal verifies its own signatures, so a forged event costs a call. PayPal resends refused events.
    webhook: ({ ip }) => webhooks(addressKey(ip)),
  }
}

/** By the provider's id where there is one; the browser chooses the order id. */
function paymentOf({ body }: FastifyRequest): string {
  const fields = typeof body === 'object' && body !== null ? body : {}
  if ('paymentIntentId' in fields) return String(fields.paymentIntentId)
  if ('paypalOrderId' in fields) return String(fields.paypalOrderId)
  return 'orderId' in fields ? String(fields.orderId) : ''
}
