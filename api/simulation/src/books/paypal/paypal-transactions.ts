import type { ProviderReply } from '../../network/provider-call'
import { HOUR, trueNow } from '../../world/clock'
import type { BookLine } from '../book-line'
import type { PayPalBooks } from './paypal-books'
import { DISPUTE_FEE_PENCE, feeOf, money, type PayPalDispute, type PayPalOrder, takenOf } from './paypal-objects'

/** "It takes a maximum of three hours for executed transactions to appear" (Transaction Search API). */
export const LAG = 3 * HOUR

export type Transaction = {
  id: string
  code: string
  at: number
  pence: number
  feePence: number
  reference?: string
  customId: string | undefined
  status: string
}

/** PayPal's transaction search, by the time of each transaction. */
export function listTransactions({ transactions }: PayPalBooks, fields: ReadonlyMap<string, string>): ProviderReply {
  const start = Date.parse(fields.get('start_date') ?? '')
  const end = Math.min(Date.parse(fields.get('end_date') ?? ''), trueNow() - LAG)
  const found = transactions().filter(({ at }) => at >= start && at <= end)
  const size = Number(fields.get('page_size') ?? 100)
  const page = Number(fields.get('page') ?? 1)
  const rows = found.sort((a, b) => a.at - b.at).slice((page - 1) * size, page * size)
  const body = {
    transaction_details: rows.map((row) => ({ transaction_info: show(row) })),
    total_items: found.length,
    total_pages: Math.max(1, Math.ceil(found.length / size)),
  }
  return { status: 200, body }
}

export function transactionsOf(order: PayPalOrder): Transaction[] {
  const capture = takenOf(order)
  if (!capture) return []
  const { amountPence, customId, dispute } = order
  const sentBack = capture.refunds.filter(({ status }) => status === 'COMPLETED')
  const whole = sentBack.reduce((sum, refund) => sum + refund.amountPence, 0)
  // `V`: it has happened and was sent back since.
  const status = capture.status === 'PENDING' ? 'P' : whole === amountPence ? 'V' : 'S'
  const fee = capture.status === 'COMPLETED' ? -feeOf(amountPence) : 0
  const taken: Transaction = {
    id: capture.id,
    code: 'T0006',
    at: capture.created,
    pence: amountPence,
    feePence: fee,
    customId,
    status,
  }
  const refunds = capture.refunds.map((refund): Transaction => {
    const done = { COMPLETED: 'S', PENDING: 'P', FAILED: 'D', CANCELLED: 'D' }[refund.status]
    const about = { reference: capture.id, customId: refund.customId ?? customId, status: done }
    return { id: refund.id, code: 'T1107', at: refund.created, pence: -refund.amountPence, feePence: 0, ...about }
  })
  return [taken, ...refunds, ...(dispute ? linesOfDispute(dispute, { reference: capture.id, customId }) : [])]
}

/** "Chargeback" and, where an appeal was won, "Chargeback reversal": the fee is kept. */
function linesOfDispute(
  { id, created: at, takenPence, back }: PayPalDispute,
  about: Pick<Transaction, 'reference' | 'customId'>,
): Transaction[] {
  const pence = takenPence + (back?.pence ?? 0)
  if (pence === 0) return []
  const line = { ...about, status: 'S' } as const
  const taken = { ...line, id: `${id}R`, code: 'T1201', at, pence: -pence, feePence: -DISPUTE_FEE_PENCE }
  const given = back && { ...line, id: `${id}B`, code: 'T1202', at: back.at, pence: back.pence, feePence: 0 }
  return given ? [taken, given] : [taken]
}

function show({ id, code, at, pence, feePence, reference, customId, status }: Transaction) {
  return {
    transaction_id: id,
    transaction_event_code: code,
    transaction_initiation_date: new Date(at).toISOString(),
    transaction_updated_date: new Date(at).toISOString(),
    transaction_amount: money(pence),
    ...(feePence !== 0 && { fee_amount: money(feePence) }),
    transaction_status: status,
    ...(customId !== undefined && { custom_field: customId }),
    ...(reference !== undefined && { paypal_reference_id: reference, paypal_reference_id_type: 'TXN' }),
  }
}

/** A withdrawal to the shop's bank. */
export function withdraw(id: string, pence: number): Transaction {
  return { id, code: 'T0400', at: trueNow(), pence: -pence, feePence: 0, customId: undefined, status: 'S' }
}

const columns: Readonly<Record<string, BookLine['column']>> = {
  T0006: 'charges',
  T1107: 'refunds',
  T1201: 'disputes',
  T1202: 'disputes',
  T0400: 'payouts',
}

/** Only what has happened moves the balance. */
export function bookLines({ id, code, at, pence, feePence, status }: Transaction): BookLine[] {
  const column = columns[code]
  if (!column) throw new Error(`The simulated PayPal has no transactions of ${code}`)
  const line = { provider: 'paypal' as const, id, column, at, amountPence: pence, feePence: -feePence }
  return status === 'S' || status === 'V' ? [line] : []
}
