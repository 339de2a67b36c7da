import type { BookingChange, BookingReply } from '@site/shared/contracts/booking'
import { ask } from '../http/post-json'

export type BookingAccess = { orderId: string; bookingKey: string }

/** Saves before it reads where there is a change. */
export const askBooking = ({ orderId, bookingKey: key }: BookingAccess, change?: BookingChange) =>
  ask('/api/orders/booking', { orderId, key, change }, (reply) =>
    Array.isArray(reply.courses) ? (reply as BookingReply) : undefined,
  )
