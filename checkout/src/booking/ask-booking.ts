import { company } from '@site/shared/company'
import type { BookingChange, BookingReply } from '@site/shared/contracts/booking'
import { postJson, recordOf } from '../http/post-json'

const TIMEOUT_MS = 15_000
const FAILURE = `This did not work. Please try again, or call ${company.phone.display}.`

export type BookingAccess = { orderId: string; bookingKey: string }
export type BookingOutcome =
  | { ok: true; value: BookingReply }
  /** `isStale`: another page has saved meanwhile. */
  | { ok: false; message: string; isStale: boolean }

/** Saves before it reads where there is a change. */
export async function askBooking(
  { orderId, bookingKey: key }: BookingAccess,
  change?: BookingChange,
): Promise<BookingOutcome> {
  const result = await postJson('/api/orders/booking', { orderId, key, ...(change && { change }) }, TIMEOUT_MS)
  if (result.kind === 'ok' && Array.isArray(recordOf(result.body).courses)) {
    return { ok: true, value: result.body as BookingReply }
  }
  const isRefused = result.kind === 'refused'
  const message = (isRefused && result.message) || FAILURE
  return { ok: false, message, isStale: isRefused && result.code === 'booking_changed' }
}
