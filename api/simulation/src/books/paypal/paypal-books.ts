import type { Random } from '@platform/base/testing/random'
import { sleep, trueNow } from '../../world/clock'
import { note, reach } from '../../world/trace'
import { type BookLine, balanceOf } from '../book-line'
import type { BookedPayment } from '../booked-payment'
import type { Habits } from '../habits'
import type { Announce } from '../webhooks'
import { pickRefusals } from './capture-refusals'
import { createPayPalAfterSale } from './paypal-after-sale'
import { bookPayPal } from './paypal-entry'
import {
  type Capture,
  isHeldByDispute,
  leftOf,
  type PayPalOrder,
  showCapture,
  showOrder,
  takenOf,
} from './paypal-objects'
import { bookLines, type Transaction, transactionsOf, withdraw } from './paypal-transactions'

export type PayPalBooks = ReturnType<typeof createPayPalBooks>
/** What a capture comes to: the money or its promise, or the reason why not. */
export type Captured = { ok: true } | { ok: false; status: number; issue: string | undefined }

const captured = {
  balance: 'COMPLETED',
  bank: 'PENDING',
  'bank without money': 'PENDING',
  'refused at once': 'DECLINED',
} as const

/** PayPal's own record of every order, and all that can happen to one there without the shop. */
export function createPayPalBooks(
  { random, decisions }: { random: Random; decisions: Random },
  habits: Habits,
  announce: Announce,
  onMistake: (problem: string) => void = () => {},
) {
  const orders = new Map<string, PayPalOrder>()
  const withdrawals: Transaction[] = []
  let made = 0
  const nextId = (prefix: string) => `${prefix}${String(++made).padStart(4, '0')}`

  const { dispute, refund } = createPayPalAfterSale({ random, decisions, habits }, announce, nextId)

  /** "DECLINED. The funds could not be captured", in an answer that says 201 (Payments API, status of a capture). */
  function take(order: PayPalOrder, isByShop: boolean): void {
    const status = captured[order.funding]
    const capture: Capture = {
      id: nextId('CAP'),
      status,
      created: trueNow(),
      isByShop,
      decidedAt: undefined,
      refunds: [],
    }
    order.captures.push(capture)
    order.status = 'COMPLETED'
    note(`PayPal takes ${order.amountPence} for ${order.id} (${capture.id}, ${status})`)
    reach(`PayPal takes money: ${status}`)
    announce(`PAYMENT.CAPTURE.${status}`, showCapture(order, capture), order.id)
    if (status === 'DECLINED') return
    if (status === 'PENDING') void decideLater(order, capture)
    else if (random.chance(habits.disputes)) void dispute(order, capture)
  }

  /** An eCheck: the bank of the buyer decides in days. */
  async function decideLater(order: PayPalOrder, capture: Capture): Promise<void> {
    await sleep(habits.bankMs)
    const isDenied = order.funding === 'bank without money'
    Object.assign(capture, { status: isDenied ? 'DECLINED' : 'COMPLETED', decidedAt: trueNow() })
    note(`the buyer's bank ${isDenied ? 'denies' : 'pays'} ${capture.id} of ${order.id}`)
    reach(isDenied ? 'PayPal: an eCheck is denied' : 'PayPal: an eCheck clears')
    announce(isDenied ? 'PAYMENT.CAPTURE.DENIED' : 'PAYMENT.CAPTURE.COMPLETED', showCapture(order, capture), order.id)
  }

  /** What nobody has approved is forgotten after a while, and an approval ends: then it is not known any more. */
  function find(id: string): PayPalOrder | undefined {
    const order = orders.get(id)
    if (!order) return undefined
    const since = order.approvedAt ?? order.created
    const hasEnded = order.captures.length === 0 && trueNow() - since > habits.orderLastsMs
    if (hasEnded) reach(`PayPal has forgotten an order that was ${order.status}`)
    return hasEnded ? undefined : order
  }

  const transactions = (): Transaction[] => [...[...orders.values()].flatMap(transactionsOf), ...withdrawals]
  const lines = (): BookLine[] => transactions().flatMap(bookLines)

  return {
    orders,
    transactions,
    lines,
    find,
    refund,

    create(amountPence: number, customId: string | undefined, invoiceId: string | undefined): PayPalOrder {
      const never = { approvedAt: undefined, refusedAt: undefined, dispute: undefined }
      const untouched = { ...never, status: 'CREATED', funding: 'balance' } as const
      const asked = { amountPence, customId, invoiceId, created: trueNow() }
      const order: PayPalOrder = { id: nextId('PAYPAL'), ...asked, ...untouched, refusals: [], captures: [] }
      orders.set(order.id, order)
      return order
    },

    /** In PayPal's window, by the buyer; also again, with another source of money. @returns whether it could be. */
    approve(id: string, funding: PayPalOrder['funding']): boolean {
      const order = find(id)
      if (!order || order.status === 'COMPLETED') return false
      const refusals = random.chance(habits.captureDeclines) ? pickRefusals(random) : []
      Object.assign(order, { status: 'APPROVED', approvedAt: trueNow(), funding, refusals })
      reach('PayPal: the buyer approves')
      announce('CHECKOUT.ORDER.APPROVED', showOrder(order), id)
      return true
    },

    /** By the shop, or by PayPal's script in the buyer's browser. */
    capture(id: string, isByShop: boolean): Captured {
      const order = find(id)
      if (!order) return { ok: false, status: 404, issue: 'INVALID_RESOURCE_ID' }
      if (order.status === 'COMPLETED') return { ok: false, status: 422, issue: 'ORDER_ALREADY_CAPTURED' }
      if (order.status !== 'APPROVED') return { ok: false, status: 422, issue: 'ORDER_NOT_APPROVED' }
      const paid = [...orders.values()].filter((it) => it.invoiceId !== undefined && takenOf(it) !== undefined)
      // "Block accidental payments", as accounts of shops have it.
      if (paid.some(({ invoiceId }) => invoiceId === order.invoiceId)) {
        onMistake(`PayPal refuses ${id}: its invoice ${order.invoiceId} was paid before`)
        return { ok: false, status: 422, issue: 'DUPLICATE_INVOICE_ID' }
      }
      const refusal = order.refusals.shift()
      if (refusal !== undefined) {
        order.refusedAt = trueNow()
        note(`PayPal declines the capture of ${id}: ${refusal}`)
        reach(`PayPal declines: ${refusal}`)
        const isPlain = !/^[A-Z_]+$/.test(refusal)
        return isPlain ? { ok: false, status: 400, issue: undefined } : { ok: false, status: 422, issue: refusal }
      }
      take(order, isByShop)
      return { ok: true }
    },

    /** Whether PayPal has the money; not while a bank decides. */
    isTaken: (id: string): boolean => orders.get(id)?.captures.some(({ status }) => status === 'COMPLETED') === true,

    /** In PayPal's own pages, by the owner. */
    refundByHand(id: string, amountPence: number): boolean {
      const order = orders.get(id)
      const capture = order && takenOf(order)
      if (!order || capture?.status !== 'COMPLETED' || !capture) return false
      const left = leftOf(order, capture)
      if (amountPence > left || isHeldByDispute(order, left - amountPence)) return false
      reach('PayPal: a refund by hand')
      refund(order, capture, { amountPence, origin: 'dashboard', customId: undefined, invoiceId: undefined })
      return true
    },

    /** All that is there goes to the shop's bank. */
    payOut(): void {
      const pence = balanceOf(lines())
      if (pence <= 0) return
      withdrawals.push(withdraw(nextId('WITHDRAWAL'), pence))
      note(`PayPal pays ${pence} out`)
      reach('PayPal: a payout')
    },

    list: (): BookedPayment[] => [...orders.values()].map(bookPayPal),
  }
}
