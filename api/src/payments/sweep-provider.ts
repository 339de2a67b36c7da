import { type Provider, ProviderError } from '@site/providers/gateway'
import { isUnavailable } from '../database/database-error'
import type { Payment } from '../database/schema'
import { returnPayment } from '../refunds/return-payment'
import { claimRefunds, sweepRefund } from '../refunds/sweep-refunds'
import { checkPayment, closePayment } from './check-payment'
import { claimDue, noteAnswer, noteFailure } from './check-queue'
import { claimEvents, handleEvent } from './event-queue'
import { holdUnknown } from './hold-unknown'
import { LAPSES_AFTER_MS, lapsePayment } from './lapse-payment'
import type { PaymentServices } from './shared/payment-services'
import { isPaused, type ProviderWatch, watchProvider } from './shared/provider-pauses'

/** So many questions at once; a provider that hangs holds these and nothing else. */
const AT_ONCE = 4
const BATCH = 20
/** Of a provider that answers everything alike, to find out whether it is itself again. */
const PROBES = 3

/** Asks one provider about everything of its that is due, and does what its kept events call for. */
export async function sweepProvider(services: PaymentServices, provider: Provider, now: number): Promise<void> {
  const watch = watchProvider(services, provider, await isPaused(services, provider))
  await workThrough(
    watch,
    (limit) => claimEvents(services, provider, now, limit),
    async (event) => {
      const result = await handleEvent(services, provider, event, 'sweep', now)
      await (result.ok ? watch.answered() : watch.failed(result.error))
    },
  )
  await workThrough(
    watch,
    (limit) => claimDue(services, provider, now, limit),
    (payment) => sweepPayment(services, payment, watch, now),
  )
  await workThrough(
    watch,
    (limit) => claimRefunds(services, provider, now, limit),
    (refund) => sweepRefund(services, refund, watch, now),
  )
}

/** Claims and works until nothing is due; only a few while the provider is not itself. */
async function workThrough<T>(
  watch: ProviderWatch,
  claim: (limit: number) => Promise<T[]>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  for (let isFirst = true; isFirst || !watch.isPaused(); isFirst = false) {
    const isProbe = watch.isPaused()
    const items = await claim(isProbe ? PROBES : BATCH)
    if (items.length === 0) return
    const queue = items.values()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        // Once the provider is known to be away the rest of the batch is left for another time.
        for (const item of queue) if (isProbe || !watch.isPaused()) await work(item)
      }),
    )
  }
}

async function sweepPayment(
  services: PaymentServices,
  payment: Payment,
  watch: ProviderWatch,
  now: number,
): Promise<void> {
  try {
    await lookAfter(services, payment, now)
    await noteAnswer(services, payment, now)
    await watch.answered()
  } catch (error) {
    if (isUnavailable(error)) throw error
    const { orderId, provider } = payment
    const level = error instanceof ProviderError ? 'warn' : 'error'
    services.log[level]({ err: error, orderId, provider }, 'it is not known what became of a payment')
    await noteFailure(services, payment, error, now)
    await watch.failed(error)
    await holdUnknown(services, payment, error, now)
  }
}

/** @throws ProviderError when the provider does not say. */
async function lookAfter(services: PaymentServices, payment: Payment, now: number): Promise<void> {
  const { provider, providerId, state, createdAt } = payment
  if (!providerId) return
  if (state === 'duplicate') {
    // Says nothing against the provider: what is away is noticed by the refund itself.
    if (!(await returnPayment(services, payment))) throw new ProviderError('refused', 'The money is not sent back')
    return
  }
  if (state === 'ended') {
    await closePayment(services, payment, 'sweep')
    return
  }
  await checkPayment(services, { provider, providerId, source: 'sweep' })
  if (createdAt.getTime() < now - LAPSES_AFTER_MS) await lapsePayment(services, payment)
}
