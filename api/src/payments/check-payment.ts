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
  wasProcessing?: boolean
}

export async function checkPayment(
  services: PaymentServices,
  { provider, providerId, source, wasProcessing }: Check,
  options: CallOptions = {},
): Promise<Settlement> {
  const response = await services.gateways[provider].read(providerId, options)
  return settle(services, response, source, { wasProcessing })
}

/**
 * A failed close is followed by a read, so that moved money is seen.
 * @throws ProviderError when not closed
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
    // A page does not wait for an unavailable provider.
    const isAway = error instanceof ProviderError && error.kind === 'unreachable' && source !== 'sweep'
    if (!(error instanceof ProviderError) || isAway) throw error
    const settlement = await settle(services, await gateway.read(providerId, options), source)
    const isStillOpen = ['open', 'approved', 'declined'].includes(settlement.type)
    if (isStillOpen) throw error
    return settlement
  }
}

/** Settles, then returns money that may not be kept. */
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
