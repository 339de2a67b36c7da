import { lockOrder } from '../orders/order-repository'
import type { ProviderPayment } from '../providers/gateway'
import { ProviderError } from '../providers/gateway'
import { changePayment, findPayment, readPayments } from './payment-repository'
import type { PaymentServices } from './payment-services'

export type CaptureAsker = 'page' | 'sweep'

/** Longer than a capture and its answer can take; whoever gives the payment up before that must wait. */
const CAPTURE_MS = 12_000

/** Whether a capture may be under way at the provider now. */
export function isBeingCaptured({ captureAskedAt }: { captureAskedAt: Date | null }, now = Date.now()): boolean {
  return captureAskedAt !== null && captureAskedAt.getTime() > now - CAPTURE_MS
}

/**
 * Takes the money the buyer has approved, once it is kept that it is being taken: only what is ours, of the
 * right amount, and while nothing else has paid the order. What was declined is captured again only when the
 * buyer's page asks, since the buyer has been told that it failed.
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
    const mayCapture = row?.state === 'open' ? askedBy === 'page' || !row.isCapturedByPageOnly : false
    const mayRepeat = row?.state === 'declined' && askedBy === 'page'
    if (!row || isPaid || !(mayCapture || mayRepeat)) return undefined
    await changePayment(queries, row, { captureAskedAt: new Date() })
    return row
  })
  if (!payment) return response
  try {
    return await gateways[response.provider].capture(response)
  } catch (error) {
    // A clear no is the only error after which nothing can have been taken.
    const isRefused = error instanceof ProviderError && error.kind === 'refused'
    if (isRefused) await changePayment(database.queries(), payment, { captureAskedAt: null })
    throw error
  }
}
