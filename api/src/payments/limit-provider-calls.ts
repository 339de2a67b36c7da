import type { FastifyRequest } from 'fastify'
import type { PaymentLimits } from '../config/read'
import type { Database } from '../database/database'
import { addressKey } from '../throttle/address-key'
import { createThrottle } from '../throttle/throttle'

export type ProviderCallLimits = ReturnType<typeof limitProviderCalls>

const MINUTE = 60
const TOO_MANY_STARTS = 'Too many payment attempts. Please wait a minute and try again.'

/** Limits hold for all servers together. `start` and `confirm` need the parsed body. */
export function limitProviderCalls(database: Database, limits: PaymentLimits) {
  const perMinute = (name: string, limit: number, message?: string) =>
    createThrottle(database, { name, limit, windowSeconds: MINUTE, message })
  const startsOfAddress = perMinute('start address', limits.startsPerAddressAndMinute, TOO_MANY_STARTS)
  const startsOfBuyer = perMinute('start buyer', limits.startsPerBuyerAndMinute, TOO_MANY_STARTS)
  const confirmsOfAddress = perMinute('confirm address', limits.confirmsPerAddressAndMinute)
  const confirmsOfOrder = perMinute('confirm order', limits.confirmsPerOrderAndMinute)
  const webhooks = perMinute('webhook address', limits.webhooksPerAddressAndMinute)
  return {
    // With the address, so that a stranger who knows the e-mail cannot keep its owner from paying.
    start({ ip, body }: FastifyRequest) {
      const address = addressKey(ip)
      const buyer = `${fieldOf(body, 'customerEmail').toLowerCase()}\n${address}`
      return startsOfAddress(address, () => startsOfBuyer(buyer))
    },
    confirm: (request: FastifyRequest) =>
      confirmsOfAddress(addressKey(request.ip), () => confirmsOfOrder(paymentOf(request))),
    // PayPal verifies its own signatures, so a forged event costs a call. PayPal resends refused events.
    webhook: ({ ip }: FastifyRequest) => webhooks(addressKey(ip)),
  }
}

/** By the provider's id where there is one; the browser chooses the order id. */
function paymentOf({ body }: FastifyRequest): string {
  return fieldOf(body, 'paymentIntentId') || fieldOf(body, 'paypalOrderId') || fieldOf(body, 'orderId')
}

function fieldOf(body: unknown, name: string): string {
  return String(new Map(Object.entries(body ?? {})).get(name) ?? '')
}
