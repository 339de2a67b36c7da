import { openCase } from '../cases/cases'
import type { Provider } from '../database/schema'
import { lockOrder, moveOrder, recordEvent } from '../orders/order-repository'
import type { ProviderPayment } from '../providers/gateway'
import { findPayment } from './payment-repository'
import type { PaymentServices } from './payment-services'

type About = { type: string; chargeId: string | null }

/** A buyer or a bank wants the money back: the order waits for a person, who answers at the provider. */
export async function noteDispute(
  services: PaymentServices,
  provider: Provider,
  { chargeId }: About,
  providerId: string | undefined,
): Promise<void> {
  const subject = `${provider} ${chargeId ?? providerId}`
  const summary = `A buyer disputes ${provider} payment ${chargeId ?? providerId}; answer in the provider's pages.`
  await services.database.transaction(async (queries) => {
    const payment = providerId ? await findPayment(queries, { provider, providerId }) : undefined
    const order = payment && (await lockOrder(queries, payment.orderId))
    const about = payment && { orderId: payment.orderId, amountPence: payment.amountPence }
    await openCase(queries, { kind: 'dispute', subject, provider, summary, ...about })
    if (!order) return
    const detail = { reason: 'disputed', provider, providerId }
    if (order.state === 'paid') await moveOrder(queries, order, 'needs_attention', 'webhook', detail)
    else await recordEvent(queries, { orderId: order.id, type: 'alert', source: 'webhook', detail })
  })
  services.log.error({ alert: 'dispute', provider, providerId }, 'payment alert')
}

/** Money at a provider that belongs to no order of ours is listed until a person has dealt with it. */
export async function noteUnmatched(
  services: PaymentServices,
  provider: Provider,
  { type, chargeId, providerId }: About & { providerId?: string | null },
  response?: ProviderPayment,
): Promise<void> {
  const name = providerId ?? chargeId
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
