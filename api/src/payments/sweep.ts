import { type Provider, ProviderError } from '@site/providers/gateway'
import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import { databaseTime } from '../database/database'
import { type Payment, type PaymentState, payments } from '../database/schema'
import { claimDue, later, type RetriedQueue, repeat, type Worked, workOn } from '../database/work-queue'
import { returnPayment } from '../refunds/return-payment'
import { claimRefunds, sweepRefund } from '../refunds/sweep-refunds'
import { claimEvents, handleEvent } from './event-queue'
import { endUnpaidOrders, holdUnknown, keepLapsed, LAPSES_AFTER_MS } from './lapse-payment'
import { checkPayment, closePayment } from './settle-payment'
import type { PaymentServices } from './shared/payment-services'
import { type Due, type ProviderWatch, providerQueue, waitFor, watchProvider } from './shared/provider-pauses'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const EVERY_MS = 30_000
const providers: readonly Provider[] = ['stripe', 'paypal']
const AT_ONCE = 4
const BATCH = 20
const PROBES = 3
/** The browser's own confirm call comes first. */
const FIRST_ASK_AFTER = 2 * MINUTE
/** Most buyers pay within the hour; payments unpaid after six are rarely paid. */
const LIVELY = HOUR
const SELDOM_AFTER = 6 * HOUR
const ASK_EVERY = { lively: 50 * SECOND, late: 10 * MINUTE, seldom: HOUR }
/** Longer than any wallet keeps an approval (PayPal: three hours, by agreement three days). */
const ENDED_FOR = 4 * DAY
const UNSETTLED_FOR = 60 * DAY

const unsettled: PaymentState[] = ['open', 'processing', 'declined', 'duplicate']

const queue: RetriedQueue<typeof payments> = {
  ...providerQueue,
  table: payments,
  dueAt: 'nextCheckAt',
  isRow: ({ id }) => eq(payments.id, id),
  note({ orderId, provider, failedChecks, failingSince }, error, now) {
    const tries = failedChecks + 1
    return {
      ...waitFor(error),
      tries,
      // An unknown outcome changes nothing but the count.
      values: { failedChecks: tries, failingSince: failingSince ?? now },
      log: { orderId, provider },
      message: 'it is not known what became of a payment',
    }
  },
}

export async function sweep(services: PaymentServices, now = Date.now()): Promise<void> {
  await Promise.all(providers.map((provider) => sweepProvider(services, provider, now)))
  await endUnpaidOrders(services, now)
}

export function startSweeping(services: PaymentServices, everyMs = EVERY_MS): () => Promise<void> {
  const stops = [
    ...providers.map((provider) =>
      repeat(services, everyMs, async () => sweepProvider(services, provider, await now(services))),
    ),
    repeat(services, everyMs, async () => endUnpaidOrders(services, await now(services))),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

const now = ({ database }: PaymentServices) => databaseTime(database.queries())

async function sweepProvider(services: PaymentServices, provider: Provider, now: number): Promise<void> {
  const watch = await watchProvider(services, provider)
  await workThrough(
    watch,
    (limit) => claimEvents(services, { provider, now, limit }),
    (event) => handleEvent(services, event, 'sweep', now),
  )
  await workThrough(
    watch,
    (limit) => claimPayments(services, { provider, now, limit }),
    (payment) => sweepPayment(services, payment, now),
  )
  await workThrough(
    watch,
    (limit) => claimRefunds(services, { provider, now, limit }),
    (refund) => sweepRefund(services, refund, now),
  )
}

async function workThrough<T>(
  watch: ProviderWatch,
  claim: (limit: number) => Promise<T[]>,
  work: (row: T) => Promise<Worked>,
): Promise<void> {
  for (let isFirst = true; isFirst || !watch.isPaused(); isFirst = false) {
    const isProbe = watch.isPaused()
    const rows = (await claim(isProbe ? PROBES : BATCH)).values()
    let count = 0
    const workOnEach = async () => {
      for (const row of rows) {
        count += 1
        if (!isProbe && watch.isPaused()) continue
        const worked = await work(row)
        await (worked.ok ? watch.answered() : watch.failed(worked.error))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, workOnEach))
    if (count === 0) return
  }
}

function claimPayments({ database }: PaymentServices, { provider, now, limit }: Due): Promise<Payment[]> {
  const isNotClosed = or(isNull(payments.providerStatus), ne(payments.providerStatus, 'closed'))
  const isWatched = or(
    and(inArray(payments.state, unsettled), gt(payments.createdAt, new Date(now - UNSETTLED_FOR))),
    and(eq(payments.state, 'ended'), isNotClosed, gt(payments.createdAt, new Date(now - ENDED_FOR))),
  )
  const isWaiting = and(
    eq(payments.provider, provider),
    isNotNull(payments.providerId),
    lt(payments.createdAt, new Date(now - FIRST_ASK_AFTER)),
    isWatched,
  )
  return claimDue(database.queries(), queue, { now, isWaiting, limit })
}

async function sweepPayment(services: PaymentServices, payment: Payment, now: number): Promise<Worked> {
  const work = async () => {
    await lookAfter(services, payment, now)
    return { nextCheckAt: later(now, pauseAfterAnswer(payment, now)), failedChecks: 0, failingSince: null }
  }
  const worked = await workOn(services, queue, payment, work, now)
  return !worked.ok && (await holdUnknown(services, payment, worked.error, now)) ? { ok: true } : worked
}

async function lookAfter(services: PaymentServices, payment: Payment, now: number): Promise<void> {
  const { provider, providerId, state, createdAt } = payment
  if (!providerId) return
  if (state === 'duplicate') {
    // Does not count against the provider: the refund detects its own outage.
    if (!(await returnPayment(services, payment))) throw new ProviderError('refused', 'The money is not sent back')
    return
  }
  if (state === 'ended') return closePayment(services, payment, 'sweep')
  await checkPayment(services, { provider, providerId, source: 'sweep' })
  if (createdAt.getTime() > now - LAPSES_AFTER_MS) return
  await closePayment(services, payment, 'sweep')
  await keepLapsed(services, payment)
}

function pauseAfterAnswer({ createdAt, state }: Payment, now: number): number {
  const age = now - createdAt.getTime()
  if (age < LIVELY && state !== 'ended') return ASK_EVERY.lively
  return age < SELDOM_AFTER ? ASK_EVERY.late : ASK_EVERY.seldom
}
