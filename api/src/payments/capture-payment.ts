import type { ProviderPayment } from '@site/providers/gateway'
import { sql } from 'drizzle-orm'
import type { Payment } from '../database/schema'
import { lockOrder } from '../orders/order-repository'
import { beginAnew, changePayment, findPayment, payableStates, readPayments } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'

/** `approval`: the page of a buyer who has just approved. */
export type CaptureAsker = 'approval' | 'sweep'

/**
 * Whether the sweep takes the money once the buyer has approved: as long as no page has tried to, since what came of
 * a try the buyer may have read.
 */
export function isLeftToSweep({
  state,
  captureTriedAt,
  isCapturedByPageOnly,
}: Pick<Payment, 'state' | 'captureTriedAt' | 'isCapturedByPageOnly'>): boolean {
  return state === 'open' && captureTriedAt === null && !isCapturedByPageOnly
}

/**
 * Takes the money the buyer has approved, once it is kept that it is being taken: only what is ours, of the
 * right amount, and while nothing else has paid the order. It takes a fresh approval, or a payment that no page has
 * tried to capture.
 * @returns the payment as the provider has it after that; unchanged when it may not be captured, `undefined`
 * when it is not the payment we asked for.
 * @throws ProviderError when it is not known what the provider did.
 */
export async function capturePayment(
  services: PaymentServices,
  response: ProviderPayment,
  askedBy: CaptureAsker,
): Promise<ProviderPayment | undefined> {
  const { database, gateways } = services
  const found = await findPayment(database.queries(), response)
  const isAsked = response.amountPence === found?.amountPence && response.currency === 'gbp'
  if (!found || !isAsked || !response.isOurMode) return undefined
  const payment = await database.transaction(async (queries) => {
    await lockOrder(queries, found.orderId)
    const attempts = await readPayments(queries, found.orderId)
    const row = attempts.find(({ id }) => id === found.id)
    const isPaid = attempts.some(({ state }) => state === 'succeeded')
    if (!row || isPaid) return undefined
    const isFresh = askedBy === 'approval'
    if (isFresh ? !payableStates.includes(row.state) : !isLeftToSweep(row)) return undefined
    const tried = isFresh && { ...beginAnew(row), captureTriedAt: new Date() }
    await changePayment(queries, row, { captureAskedAt: sql`now()`, ...tried })
    return row
  })
  if (!payment) return response
  return gateways[response.provider].capture(response)
}
