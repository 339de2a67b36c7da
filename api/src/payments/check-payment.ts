import type { Payment, Provider } from '../database/schema'
import type { Source } from '../orders/order-repository'
import type { CallOptions, ProviderPayment } from '../providers/gateway'
import { type CaptureAsker, capturePayment } from './capture-payment'
import type { PaymentServices } from './payment-services'
import { returnPayment } from './return-payment'
import { settlePayment } from './settle-payment'
import type { Settlement } from './settling'

export type Check = {
  provider: Provider
  providerId: string
  source: Source
  /** Approved money is taken for whom; absent: it is only looked at. */
  captureFor?: CaptureAsker
}

/**
 * Asks the provider about one of its payments, takes approved money when that is wanted, and settles.
 * @throws ProviderError when the provider does not say; then nothing is changed.
 */
export async function checkPayment(
  services: PaymentServices,
  { provider, providerId, source, captureFor }: Check,
  options: CallOptions = {},
): Promise<Settlement> {
  const response = await services.gateways[provider].read(providerId, options)
  if (!captureFor || response.status !== 'approved') return settle(services, response, source)
  const captured = await capturePayment(services, response, captureFor)
  return captured ? settle(services, captured, source) : { type: 'unknown', response }
}

/** Has the provider close a payment that is given up, where it can, and takes in what it says. */
export async function closePayment(
  services: PaymentServices,
  { provider, providerId, idempotencyKey }: Payment,
  source: Source,
  options: CallOptions = {},
): Promise<Settlement | undefined> {
  if (!providerId) return undefined
  return settle(
    services,
    await services.gateways[provider].close(providerId, `${idempotencyKey}:close`, options),
    source,
  )
}

/** Settles, then sends back at once what may not be kept. */
export async function settle(
  services: PaymentServices,
  response: ProviderPayment,
  source: Source,
): Promise<Settlement> {
  const settlement = await settlePayment(services, response, source)
  if (settlement.type === 'returned') await returnPayment(services, settlement.payment)
  return settlement
}
