import type { Provider, ProviderPayment } from '@site/providers/gateway'
import { openCase } from '../cases/cases'
import { isOurReference } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'

type About = { type: string; chargeId: string | null }

/** Money at a provider that belongs to no order of ours is listed until a person has dealt with it. */
export async function noteUnmatched(
  services: PaymentServices,
  provider: Provider,
  { type, chargeId, providerId }: About & { providerId?: string | null },
  response?: ProviderPayment,
): Promise<void> {
  const name = providerId ?? chargeId
  // Another product of the same account takes money too.
  if (response && !isOurReference(response.reference)) {
    return services.log.info({ provider, providerId: name, type }, 'money of another product')
  }
  services.log.error({ alert: 'unknown_order', provider, providerId: name, type }, 'payment alert')
  // Test money at live keys, and news of payments that brought nothing, need nobody.
  if (response && (!response.isOurMode || response.status !== 'succeeded')) return
  const summary = `${provider} reports ${type} of ${name}, which belongs to no order.`
  const amountPence = response?.amountPence ?? null
  await openCase(services.database.queries(), {
    kind: 'unmatched_charge',
    subject: `${provider} ${name}`,
    provider,
    summary,
    amountPence,
  })
}
