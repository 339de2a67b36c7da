import type { World } from '../create-world'
import { readBooks } from '../providers/books'
import type { Reply } from '../shop/servers'
import { type Item, totalOf } from '../shop/servers'
import { trueNow } from '../world/clock'
import { note } from '../world/trace'
import type { Assurance } from './page-statements'

/**
 * `begun`: call the provider. `again`: nothing was taken, offers other methods. `declined`: offers another source of
 * money.
 */
export type Outcome = 'begun' | 'paid' | 'again' | 'declined' | 'processing' | 'similar' | 'unknown' | 'left'
type Said = { outcome: Outcome; data: Reply['data'] }

export type Visit = { orderId: string; person: string; email: string; basket: Item; isAmountOnly: boolean }

/** Answers by status or code. `failed`: this payment took nothing, or was returned. */
const answers: Readonly<Record<string, readonly [Outcome, Assurance?]>> = {
  unpaid: ['again', 'failed'],
  processing: ['processing', 'processing'],
  paid: ['paid', 'paid'],
  needs_attention: ['paid', 'paid'],
  refunded: ['paid'],
  abandoned: ['paid', 'ended'],
  order_paid: ['paid', 'paid'],
  payment_processing: ['processing', 'processing'],
  similar_order: ['similar'],
  payment_not_confirmed: ['again', 'failed'],
  payment_refused: ['again', 'failed'],
  payment_not_found: ['again', 'failed'],
  payment_returned: ['again', 'failed'],
}

/** The buyer as PayPal's SDK names them; the shop must not trust this. */
const payer = { payerEmail: 'payer@example.com', payerName: 'Pat Payer', amount: '1.00', currency: 'GBP' }

export function createPage({ shop, statements, sandbox }: World, visit: Visit) {
  const { orderId, person, basket } = visit
  let isRepeatConfirmed = false

  async function call(path: string, body: object): Promise<Said> {
    const askedAt = trueNow()
    const reply = await shop.post(path, body)
    note(`${person} ${path} ${orderId} → ${reply.status} ${reply.code}`.trimEnd())
    return { outcome: say(path, reply, askedAt), data: reply.data }
  }

  function say(path: string, { status, code, data }: Reply, askedAt: number): Outcome {
    if (status === 200 && (data.clientSecret !== undefined || data.paypalOrderId !== undefined)) return 'begun'
    const answer = code || String(data.status ?? status)
    const [outcome, assurance] = answers[answer] ?? ['unknown' as const]
    const isAboutOther = status !== 200 && assurance === 'failed' && isPaidOtherwise()
    const words = `${path} said ${answer}`
    if (assurance && !isAboutOther) statements.give(orderId, assurance, words, askedAt)
    if (data.isMailed === true && assurance === 'paid') statements.give(orderId, 'mailed', words)
    return outcome
  }

  /** Refusing one payment tells nothing about another of the same order. */
  function isPaidOtherwise(): boolean {
    return readBooks(sandbox).some((it) => it.orderId === orderId && (it.takenPence > 0 || it.isDeciding))
  }

  async function begin(path: string, body: object): Promise<Said> {
    const wasPaid = statements.isSaidToBePaid(orderId)
    statements.act(orderId, true)
    const about = { orderId, customerEmail: visit.email, customerName: `Name of ${person}`, description: 'A course' }
    const items = visit.isAmountOnly ? {} : { items: [basket] }
    const said = await call(path, { ...about, ...items, ...(isRepeatConfirmed && { confirmRepeat: true }), ...body })
    if (said.outcome !== 'begun') return said
    // Another tab may have given the order up meanwhile; this answer begins a payment anew.
    statements.act(orderId, true)
    if (wasPaid) statements.breakNow(orderId, 'it was said to be paid, and another payment is begun')
    const asked = askedPence(said.data)
    if (asked !== totalOf(basket) * 100) statements.breakNow(orderId, `the page shows another amount than ${asked}`)
    return said
  }

  function askedPence({ clientSecret, paypalOrderId }: Reply['data']): number {
    const intent = sandbox.stripe.intents.get(String(clientSecret).split('_secret_')[0] ?? '')
    const order = sandbox.payPal.orders.get(String(paypalOrderId))
    return intent?.amount ?? Math.round(Number(order?.unit.amount.value) * 100)
  }

  return {
    visit,
    confirmRepeat: () => {
      isRepeatConfirmed = true
    },
    startCard: () =>
      begin('create-payment-intent', { amount: totalOf(basket), currency: 'gbp', paymentMethodId: 'pm_1' }),
    startWallet: () =>
      begin('paypal-create-order', {
        amount: totalOf(basket).toFixed(2),
        currency: 'GBP',
        merchantEmail: 'shop@example.com',
      }),
    confirmCard: (paymentIntentId: string) => call('confirm-stripe-payment', { paymentIntentId, orderId }),
    /** PayPal's id goes into both fields (D-43). */
    confirmWallet: (paypalOrderId: string) =>
      call('paypal-capture', { paypalOrderId, orderId: paypalOrderId, ...payer }),
    readStatus: () => call('status', { orderId }),
    abandon: () => {
      statements.givenUp.add(orderId)
      return call('abandon', { orderId })
    },
  }
}

export type Page = ReturnType<typeof createPage>
