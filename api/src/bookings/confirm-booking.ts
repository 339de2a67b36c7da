import { currentReceipt } from '@site/papers/issue-papers'
import { papersOf } from '@site/papers/paper-repository'
import { textSchema } from '@site/shared/contracts/booking'
import { GB, type ParsingComponents } from 'chrono-node/en'
import { Value } from 'typebox/value'
import type { Queries } from '../database/database'
import type { Order } from '../database/schema'
import { AdminRefusal } from '../errors/api-error'
import { describeDates } from '../mail/booking-mail'
import { queueBookingMail } from '../mail/queue-mail'
import { type BookedCourse, type BookingRecord, readBooking, writeBooking } from '../orders/booking-repository'
import { type Person, recordEvent, requireOrder } from '../orders/order-repository'
import type { PaymentServices } from '../payments/shared/payment-services'

const MAX_DAYS = 60
const DAY_MS = 24 * 60 * 60 * 1_000
const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
const EXAMPLE = '"Tuesday 12 January 2027, 9am to 5pm"'

type Part = Pick<ParsingComponents, 'get' | 'isCertain'>

/** Reads "12 to 14 January 2027, 9am to 5pm" in London time. */
export function readDates(text: string, now = new Date()): { startsAt: Date; endsAt: Date } {
  // The library gives the times to the last day alone.
  const given = text.trim().replace(/^(.*[a-z]{3}.*?) to (.+), (\S+) to (\S+)$/i, '$3 $1 to $4 $2')
  const [found, ...more] = GB.parse(given, now, { forwardDate: true })
  const isWhole = found && more.length === 0 && found.text.length === given.length
  if (!isWhole) throw new AdminRefusal(`"${text}" is not a date with its times, such as ${EXAMPLE}.`)
  const { start, end } = found
  // "9 to 5pm" is read as a night.
  if (!start.isCertain('hour') || !end?.isCertain('hour') || minutesOf(start) >= minutesOf(end)) {
    throw new AdminRefusal(`"${text}" does not say from when to when each day. Write for example ${EXAMPLE}.`)
  }
  const [startsAt, endsAt] = [timeOf(start, text), timeOf(end, text)]
  const lasts = endsAt.getTime() - startsAt.getTime()
  if (lasts <= 0 || lasts > MAX_DAYS * DAY_MS)
    throw new AdminRefusal(`"${text}" ends before it begins, or lasts too long.`)
  if (startsAt <= now) throw new AdminRefusal(`"${text}" is over. Is the year right?`)
  return { startsAt, endsAt }
}

const minutesOf = (part: Part): number => (part.get('hour') ?? 0) * 60 + (part.get('minute') ?? 0)

function timeOf(part: Part, text: string): Date {
  const of = (name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'weekday') => part.get(name) ?? 0
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
  if (part.isCertain('weekday') && new Date(wall).getUTCDay() !== of('weekday')) {
    throw new AdminRefusal(`"${text}" names another weekday: that day is a ${weekdays.format(wall)}.`)
  }
  return new Date(wall - offsetAt(wall - offsetAt(wall)))
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Europe/London' })

/** London is on UTC or one hour ahead. */
function offsetAt(time: number): number {
  return (Number(clock.format(time)) - new Date(time).getUTCHours() + 24) % 24 === 1 ? 60 * 60 * 1_000 : 0
}

export type Confirmation = {
  orderId: string
  courseId?: number
  when: string
  place: string
  instructions?: string
}

export function confirmBooking(services: PaymentServices, asked: Confirmation, person: Person): Promise<string> {
  const { orderId } = asked
  const next = readConfirmation(asked)
  return services.database.transaction(async (queries) => {
    const order = await requireOrder(queries, orderId)
    if (order.state !== 'paid' || order.erasedAt) throw new AdminRefusal(whyNot(order))
    const booking = await readBooking(queries, order)
    const course = chooseCourse(booking, asked.courseId)
    const what = `${course.title} of order ${orderId} is confirmed for ${describeDates(next)}`
    if (isSame(course.confirmed, next)) return `${what} already.`

    const sequence = (course.confirmed?.sequence ?? 0) + 1
    const date = { ...next, courseId: course.courseId, sequence, confirmedAt: new Date().toISOString() }
    const others = booking.courses.flatMap(({ confirmed: it }) => (it && it.courseId !== course.courseId ? [it] : []))
    await writeBooking(queries, orderId, { confirmed: [...others, date] })
    const detail = { courseId: course.courseId, sequence, startsAt: next.startsAt, endsAt: next.endsAt }
    await recordEvent(queries, { orderId, type: 'date_confirmed', source: 'operator', detail, ...person })
    const written = await queueBookingMail(queries, services, order, { ...course, confirmed: date })
    const who =
      written === 0 ? 'No mail is sent about it' : written === 1 ? 'The buyer gets a mail' : `${written} mails are sent`
    return `${what}. ${who}.${await suggestReissue(queries, booking)}`
  })
}

function whyNot({ id, state, erasedAt }: Order): string {
  if (erasedAt) return `The person was taken out of order ${id}.`
  if (state === 'needs_attention') return `Order ${id} is held: confirm it without a date first.`
  return `Order ${id} is ${state}; a date can only be confirmed for one that is paid.`
}

function readConfirmation({ when, place, instructions = '' }: Confirmation) {
  const { startsAt, endsAt } = readDates(when)
  const texts = { place: place.trim(), instructions: instructions.replace(/\r\n?/g, '\n').trim() }
  if (texts.place === '') throw new AdminRefusal('The place is missing.')
  if (!Value.Check(textSchema(2_000), texts.instructions) || !Value.Check(textSchema(300), texts.place)) {
    throw new AdminRefusal('The place or the joining instructions are too long, or have control characters.')
  }
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), ...texts }
}

function chooseCourse({ orderId, courses }: BookingRecord, courseId: number | undefined): BookedCourse {
  const [first, second] = courses
  if (!first) throw new AdminRefusal(`Order ${orderId} names no course.`)
  if (courseId === undefined && !second) return first
  const chosen = courses.find((course) => course.courseId === courseId)
  if (chosen) return chosen
  const list = courses.map((course) => `${course.courseId} (${course.title})`).join(', ')
  throw new AdminRefusal(`Say which course of order ${orderId}: ${list}.`)
}

function isSame(kept: BookedCourse['confirmed'], next: ReturnType<typeof readConfirmation>): boolean {
  return (
    kept !== null &&
    !kept.isCancelled &&
    Object.entries(next).every(([name, value]) => kept[name as keyof typeof next] === value)
  )
}

async function suggestReissue(queries: Queries, { orderId, company, purchaseOrder }: BookingRecord): Promise<string> {
  const { paper } = currentReceipt(await papersOf(queries, orderId)) ?? {}
  const { company: named = '', purchaseOrder: numbered = '' } = paper?.customer ?? {}
  if (!paper || (company === named && purchaseOrder === numbered)) return ''
  return ` Receipt ${paper.number} does not show the company and purchase order number given since: correct it (orders reissue ${paper.number}).`
}
