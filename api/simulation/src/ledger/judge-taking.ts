import { type Breach, breachIf, type Evidence, type Pair, SKEW } from './breach'

/** The shop itself takes nothing for an order that it has called over, or by an attempt that another has replaced. */
export function judgeTaking({ world, records }: Evidence, { booked, record, orderId = '' }: Pair): Breach[] {
  const { id, takenByShopAt: takenAt } = booked
  if (takenAt === undefined || !record) return []
  const about = [orderId, id]
  const over = world.promises.given.find((it) => it.orderId === orderId && it.isByPage && it.what === 'ended')
  const later = records.payments.find((it) => it.order_id === orderId && it.id > record.id)
  const isOver = over !== undefined && over.at < takenAt
  const isReplaced = later !== undefined && later.created + SKEW < takenAt
  return [
    ...breachIf(isOver, 'after no', `${orderId}: ${over?.words}, and then the shop took ${id}`, about),
    ...breachIf(isReplaced, 'after no', `${orderId}: ${later?.key} was begun, and then the shop took ${id}`, about),
  ]
}
