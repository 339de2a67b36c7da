import type { FastifyInstance } from 'fastify'
import { registerConfirmations, registerOrderCalls } from './confirm-routes'
import { registerApprovals } from './former-checkout'
import type { ProviderCallLimits } from './limit-provider-calls'
import type { PaymentServices } from './shared/payment-services'
import { registerStarts } from './start-routes'

/** The four payment calls (R184) and two of our own; what they promise stands in the contracts of `shared`. */
export async function registerPayments(
  app: FastifyInstance,
  services: PaymentServices,
  limits: ProviderCallLimits,
): Promise<void> {
  registerStarts(app, services, limits)
  registerConfirmations(app, services, limits)
  registerApprovals(app, services, limits)
  registerOrderCalls(app, services, limits)
}
