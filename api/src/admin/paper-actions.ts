import { type CurrentReceipt, creditDispute, currentReceipt, reissueReceipt } from '@site/papers/issue-papers'
import type { Customer, Paper } from '@site/papers/paper'
import { listPapers, papersOf, readPaper } from '@site/papers/paper-repository'
import { formatPence } from '@site/shared/money'
import type { Queries } from '../database/database'
import type { Order } from '../database/schema'
import { AdminRefusal } from '../errors/api-error'
import { queueMail } from '../mail/queue-mail'
import { findBooking } from '../orders/booking-repository'
import { lockOrder, type Person, recordEvent } from '../orders/order-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { startOfDay } from './export-sales'

export function reissue(
  services: PaymentServices,
  number: string,
  customer: Partial<Customer>,
  person: Person,
): Promise<string> {
  return services.database.transaction(async (queries) => {
    const { order, current } = await lockReceipt(queries, number)
    if (order.state === 'charged_back') throw new AdminRefusal(`Order ${order.id} is charged back: credit its receipt.`)
    const { company = '', purchaseOrder = '' } = (await findBooking(queries, order.id)) ?? {}
    const booked = { purchaseOrder, ...(customer.name === undefined && company && { company }) }
    const receipt = await reissueReceipt(queries, current, { ...booked, ...customer })
    const detail = { receipt: receipt.number, before: number }
    await recordEvent(queries, { orderId: order.id, type: 'receipt_reissued', source: 'operator', detail, ...person })
    const isMailed = await write(queries, services, order, receipt)
    return `Receipt ${receipt.number} takes the place of ${number}, which is credited${isMailed ? '; its buyer gets both' : ''}.`
  })
}

export function creditCharged(services: PaymentServices, number: string, person: Person): Promise<string> {
  return services.database.transaction(async (queries) => {
    const { order, current } = await lockReceipt(queries, number)
    if (order.state !== 'charged_back') {
      throw new AdminRefusal(
        `Order ${order.id} is ${order.state}: refund it, which credits its receipt; or reissue the receipt.`,
      )
    }
    const note = await creditDispute(queries, current)
    if (!note) throw new AdminRefusal(`Nothing is left on receipt ${number}.`)
    const detail = { creditNote: note.number, receipt: number }
    await recordEvent(queries, { orderId: order.id, type: 'receipt_credited', source: 'operator', detail, ...person })
    const isMailed = await write(queries, services, order, note)
    return `Credit note ${note.number} takes ${formatPence(note.totalPence)} off receipt ${number}${isMailed ? '; its buyer gets it' : ''}.`
  })
}

/** Days are in UK time, both included. */
export function papersOfDays(
  queries: Queries,
  { from, to, limit }: { from: string; to: string; limit?: number },
): Promise<Paper[]> {
  if (startOfDay(to) < startOfDay(from)) throw new AdminRefusal(`There is no day from ${from} to ${to}.`)
  return listPapers(queries, from, to, limit)
}

async function lockReceipt(queries: Queries, number: string): Promise<{ order: Order; current: CurrentReceipt }> {
  const paper = await readPaper(queries, number)
  if (paper?.kind !== 'receipt') throw new AdminRefusal(`There is no receipt ${number}; they are named like R-000042.`)
  const order = await lockOrder(queries, paper.orderId)
  const current = currentReceipt(await papersOf(queries, paper.orderId))
  if (!order || current?.paper.number !== number) {
    throw new AdminRefusal(`Receipt ${number} does not count any more: ${current?.paper.number ?? 'another one'} does.`)
  }
  if (current.credited.totalPence >= paper.totalPence) throw new AdminRefusal(`Nothing is left on receipt ${number}.`)
  return { order, current }
}

function write(queries: Queries, services: PaymentServices, order: Order, { cause }: Paper): Promise<boolean> {
  return queueMail(queries, services, { order, kind: 'papers_corrected', about: cause })
}
