import { company } from '@site/shared/company'
import { escapeHtml } from '@site/shared/escape-html'
import type { ConfirmedDate } from '../database/after-sale-tables'
import type { BookedCourse, BookingRecord } from '../orders/booking-repository'
import { methodOf, writeCalendar } from './calendar-file'
import { greet, layOutMail, type MailContent } from './mail-layout'

/** With course, sequence and place: `place_confirmed:14.1.0`. */
export type BookingMailKind = `${'booking' | 'place'}_${'confirmed' | 'cancelled'}`

export function isBookingMail(kind: string): boolean {
  return /^(booking|place)_(confirmed|cancelled):/.test(kind)
}

const london = { timeZone: 'Europe/London' } as const
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', ...london })
const hours = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', ...london })

export function describeDates({ startsAt, endsAt }: Pick<ConfirmedDate, 'startsAt' | 'endsAt'>): string {
  const [from, to] = [new Date(startsAt), new Date(endsAt)]
  const [first, last] = [dayOf(from), dayOf(to)]
  const times = `${hours.format(from)} to ${hours.format(to)}`
  return first === last ? `${first}, ${times}` : `${first} to ${last}, ${times}`
}

function dayOf(time: Date): string {
  return days.format(time).replace(',', '')
}

type Row = { kind: string; recipient: string; recipientName: string; messageId: string }

export function renderBookingMail({ kind, recipient, recipientName, messageId }: Row, booking: BookingRecord) {
  const [name, place = ''] = kind.split(':')
  const course = booking.courses.find(({ courseId }) => String(courseId) === place.split('.')[0])
  if (!course?.confirmed)
    throw new Error(`The order ${booking.orderId} has no confirmed date for the message "${kind}"`)
  const { confirmed, title } = course
  const isBuyer = name?.startsWith('booking') ?? false
  const uid = `${booking.orderId}.${course.courseId}${domainOf(messageId)}`
  const about = { greeting: greet(recipientName), isBuyer, booking }
  const content = confirmed.isCancelled
    ? layOutCancellation(title, confirmed, about)
    : layOutDate(course, confirmed, about)
  return { content, calendar: writeCalendar(uid, title, confirmed, recipient), method: methodOf(confirmed) }
}

type About = { greeting: string; isBuyer: boolean; booking: BookingRecord }

function layOutDate(
  course: BookedCourse,
  confirmed: ConfirmedDate,
  { greeting, isBuyer, booking }: About,
): MailContent {
  const { title } = course
  const opening = isBuyer
    ? `We have confirmed the date of ${title} in your order ${booking.orderId}.`
    : `A place on ${title} is booked for you by ${booking.customerName}.`
  const isChanged = confirmed.sequence > 1
  return layOutMail(`${isChanged ? 'Changed: ' : ''}${title} on ${dayOf(new Date(confirmed.startsAt))}`, [
    greeting,
    `${opening}${isChanged ? ' The details have changed. They replace those that we sent before.' : ''}`,
    layOutFacts({
      Course: title,
      Date: describeDates(confirmed),
      Place: confirmed.place,
      ...(confirmed.instructions && { 'Joining instructions': confirmed.instructions }),
      ...(isBuyer && { 'Who is coming': listPeople(course) }),
    }),
    'The attached file puts the date into your calendar.',
    `If you cannot come, or anything is not right, reply to this email or call ${company.phone.display}.`,
  ])
}

function layOutCancellation(
  title: string,
  confirmed: ConfirmedDate,
  { greeting, isBuyer, booking }: About,
): MailContent {
  return layOutMail(`Cancelled: ${title} on ${dayOf(new Date(confirmed.startsAt))}`, [
    greeting,
    isBuyer
      ? `The money of your order ${booking.orderId} went back, so ${title} is cancelled.`
      : `Your place on ${title}, booked by ${booking.customerName}, is cancelled.`,
    layOutFacts({ Course: title, Date: describeDates(confirmed), Place: confirmed.place }),
    'The attached file takes the date out of your calendar.',
    `If this is not right, reply to this email or call ${company.phone.display}.`,
  ])
}

function domainOf(messageId: string): string {
  return messageId.slice(messageId.lastIndexOf('@'), -1)
}

function listPeople({ people }: BookedCourse): string {
  const named = people.flatMap(({ name, email }) => name || email || [])
  const open = people.length - named.length
  return [...named, ...(open > 0 ? [`${open === 1 ? '1 place' : `${open} places`} without a name`] : [])].join('\n')
}

function layOutFacts(facts: Readonly<Record<string, string>>) {
  const entries = Object.entries(facts)
  const html = entries.map(([name, text]) => {
    return `<p><b>${name}</b><br>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  })
  return { text: entries.map(([name, text]) => `${name}:\n${text}`).join('\n\n'), html: html.join('\n') }
}
