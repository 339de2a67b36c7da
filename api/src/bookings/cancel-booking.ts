import type { Queries } from '../database/database'
import type { Order } from '../database/schema'
import { type MailSettings, queueBookingMail } from '../mail/queue-mail'
import { readBooking, writeBooking } from '../orders/booking-repository'

/** For an order whose money went back, which is locked: takes future dates out of the calendars of all who were to come. */
export async function cancelBooking(queries: Queries, settings: MailSettings, order: Order): Promise<void> {
  if (order.erasedAt) return
  const { courses } = await readBooking(queries, order)
  const dated = courses.flatMap(({ confirmed, people }) => (confirmed ? [{ confirmed, people }] : []))
  const now = new Date().toISOString()
  const next = dated.map(({ confirmed, people }) => {
    if (confirmed.isCancelled || confirmed.endsAt < now) return { confirmed, people }
    const { sequence } = confirmed
    return { confirmed: { ...confirmed, sequence: sequence + 1, confirmedAt: now, isCancelled: true as const }, people }
  })
  const cancelled = next.filter(({ confirmed }) => !dated.some((it) => it.confirmed === confirmed))
  if (cancelled.length === 0) return
  await writeBooking(queries, order.id, { confirmed: next.map(({ confirmed }) => confirmed) })
  for (const one of cancelled) await queueBookingMail(queries, settings, order, one)
}
