import { type BookingChange, bookingReplySchema, bookingSchema } from '@site/shared/contracts/booking'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { SignedTokens } from '../accounts/signed-tokens'
import type { BookedPlace } from '../database/after-sale-tables'
import type { Database, Queries } from '../database/database'
import { type Order, payments } from '../database/schema'
import { ApiError, type Refusal } from '../errors/api-error'
import { answering, type TypeBoxProvider } from '../http/api-frame'
import { type BookedCourse, nameBooking, readBooking, writeBooking } from '../orders/booking-repository'
import { isPaidFor, lockOrder } from '../orders/order-repository'
import { addressKey } from '../throttle/address-key'
import { createThrottle } from '../throttle/throttle'

const CALLS_PER_ADDRESS_AND_MINUTE = 60

const refusals = {
  unknown: {
    status: 404,
    code: 'not_found',
    message: 'This link does not work any more. Please use the link in our latest email about the order, or call us.',
  },
  changed: {
    status: 409,
    code: 'booking_changed',
    message: 'These details were changed elsewhere meanwhile. Here they are: please make your changes again.',
  },
  confirmed: {
    status: 409,
    code: 'booking_confirmed',
    message: 'The date is confirmed, so this cannot be changed here any more. Please call us.',
  },
  tooMany: { status: 400, code: 'validation', message: 'There are more people than places.' },
} as const satisfies Record<string, Refusal>

type Services = { database: Database; tokens: SignedTokens }

export function registerBookings(plain: FastifyInstance, { database, tokens }: Services): void {
  const rule = { name: 'booking', limit: CALLS_PER_ADDRESS_AND_MINUTE, windowSeconds: 60 }
  const throttle = createThrottle(database, rule)
  const app = plain.withTypeProvider<TypeBoxProvider>()

  app.post('/booking', answering('bookings', bookingSchema, bookingReplySchema), async (request, reply) => {
    await throttle(addressKey(request.ip))
    reply.header('cache-control', 'no-store')
    const { orderId, key, change } = request.body
    const claims = await tokens.verify('booking', key)
    return database.transaction(async (queries) => {
      const order = await lockOrder(queries, orderId)
      const isOwn = order && (claims ? claims.name === nameBooking(order) : await hasPaidNow(queries, orderId, key))
      if (!isOwn || order.erasedAt || (!order.paidAt && !isPaidFor(order.state))) throw new ApiError(refusals.unknown)
      if (change) await saveBooking(queries, order, change)
      const { courses, ...booking } = await readBooking(queries, order)
      const shown = courses.map((it) => ({ ...it, confirmed: it.confirmed?.isCancelled ? null : it.confirmed }))
      return { ...booking, courses: shown }
    })
  })
}

/** Only the buyer's browser and the provider know this id. */
async function hasPaidNow(queries: Queries, orderId: string, providerId: string): Promise<boolean> {
  const isNew = gt(payments.createdAt, sql`now() - interval '1 day'`)
  const isThis = and(eq(payments.orderId, orderId), eq(payments.providerId, providerId))
  return (await queries.$count(payments, and(isThis, isNew, eq(payments.state, 'succeeded')))) > 0
}

async function saveBooking(queries: Queries, order: Order, change: BookingChange): Promise<void> {
  const kept = await readBooking(queries, order)
  if (!kept.isOpen) throw new ApiError(refusals.confirmed)
  const values = valuesOf(kept.courses, change)
  // Saved before, when the reply was lost.
  if (JSON.stringify(values) === JSON.stringify(valuesOf(kept.courses, kept))) return
  if (kept.version !== change.version) throw new ApiError(refusals.changed)
  await writeBooking(queries, order.id, { ...values, version: kept.version + 1, changedAt: new Date() })
}

function valuesOf(kept: readonly BookedCourse[], change: BookingChange) {
  const { company, purchaseOrder, wishes, courses } = change
  const people = kept.flatMap((course) => peopleOf(course, change))
  const isKnown = courses.every(({ courseId }) => kept.some((it) => it.courseId === courseId))
  if (!isKnown) throw new ApiError(refusals.tooMany)
  return { company: company.trim(), purchaseOrder: purchaseOrder.trim(), wishes: wishes.trim(), people }
}

function peopleOf({ courseId, people: kept, confirmed }: BookedCourse, { courses }: BookingChange): BookedPlace[] {
  const given = courses.find((it) => it.courseId === courseId)?.people ?? kept
  if (given.length > kept.length) throw new ApiError(refusals.tooMany)
  const people = given.map(({ name, email }) => ({ name: name.trim(), email: email.trim() }))
  if (confirmed && JSON.stringify(people) !== JSON.stringify(kept)) throw new ApiError(refusals.confirmed)
  return people.flatMap((person, place) => (person.name || person.email ? { courseId, place, ...person } : []))
}
