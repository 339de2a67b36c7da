import type { FastifyInstance } from 'fastify'
import { registerConfirmations, registerOrderCalls } from './confirm-routes'
import type { PaymentServices } from './payment-services'
import { registerStarts } from './start-routes'

/** The four payment calls (R184) and two of our own; what they promise stands in the contracts of `shared`. */
export async function registerPayments(
  app: FastifyInstance,
  services: PaymentServices,
  { intentsPerMinute }: { intentsPerMinute: number },
): Promise<void> {
  await registerStarts(app, services, intentsPerMinute)
  registerConfirmations(app, services)
  registerOrderCalls(app, services)
}
