import { type CallOptions, type Provider, ProviderError, type ProviderPayment } from '@site/providers/gateway'
import type { Payment } from '../database/schema'
import type { Source } from '../orders/order-repository'
import { returnPayment } from '../refunds/return-payment'
import { followRefunds } from '../refunds/sync-refunds'
import type { Settlement } from './note-progress'
import { settlePayment } from './settle-payment'
import type { PaymentServices } from './shared/payment-services'

export type Check = {
  provider: Provider
  providerId: string
  source: Source
  /** An event says that the provider was processing it. */
  wasProcessing?: boolean
}

/**
 * Asks the provider about one of its payments, and settles.
 * @throws ProviderError when the provider does not say; then nothing is settled.
 */
export async function checkPayment(
  services: PaymentServices,
  { provider, providerId, source, wasProcessing }: Check,
  options: CallOptions = {},
): Promise<Settlement> {
  const response = await services.gateways[provider].read(providerId, options)
  return settle(services, response, source, { wasProcessing })
}

/**
 * Has the provider close a payment that is given up, where it can, and takes in what it says. A close that fails is
 * followed by a look: money that has moved must not stay unseen as long as closing fails.
 * @throws ProviderError when it is not closed.
 */
export async function closePayment(
  services: PaymentServices,
  { provider, providerId }: Pick<Payment, 'provider' | 'providerId'>,
  source: Source,
  options: CallOptions = {},
): Promise<Settlement | undefined> {
  if (!providerId) return undefined
  const gateway = services.gateways[provider]
  try {
    return await settle(services, await gateway.close(providerId, options), source)
  } catch (error) {
    // A page does not wait for a provider that is away.
    const isAway = error instanceof ProviderError && error.kind === 'unreachable' && source !== 'sweep'
    if (!(error instanceof ProviderError) || isAway) throw error
    const settlement = await settle(services, await gateway.read(providerId, options), source)
    const isStillOpen = ['open', 'approved', 'declined'].includes(settlement.type)
    if (isStillOpen) throw error
    return settlement
  }
}

/** Settles, then sends back at once what may not be kept. */
export async function settle(
  services: PaymentServices,
  response: ProviderPayment,
  source: Source,
  options: { wasProcessing?: boolean | undefined } = {},
): Promise<Settlement> {
  const settlement = await settlePayment(services, response, source, options)
  if (settlement.type === 'returned') await returnPayment(services, settlement.payment)
  else await followRefunds(services, response, source)
  return settlement
}
