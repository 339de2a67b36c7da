import { company } from '@site/shared/company'
import { escapeHtml } from '@site/shared/escape-html'
import type { ConfirmedDate } from '../database/after-sale-tables'
import type { BookedCourse, BookingRecord } from '../orders/booking-repository'
import { type CalendarEvent, writeCalendar } from './calendar-file'
import { greet, layOutMail, type MailContent } from './mail-layout'

/** With course, sequence and place: `place_confirmed:14.1.0`. */
export type BookingMailKind = 'booking_confirmed' | 'place_confirmed'

export function isBookingMail(kind: string): boolean {
  return /^(booking|place)_confirmed:/.test(kind)
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

type Row = { kind: string; recipientName: string; messageId: string }
export type BookingMail = { content: MailContent; calendar: string }

export function renderBookingMail({ kind, recipientName, messageId }: Row, booking: BookingRecord): BookingMail {
  const [name, about = ''] = kind.split(':')
  const course = booking.courses.find(({ courseId }) => String(courseId) === about.split('.')[0])
  if (!course?.confirmed)
    throw new Error(`The order ${booking.orderId} has no confirmed date for the message "${kind}"`)
  const { confirmed, title } = course
  const isBuyer = name === 'booking_confirmed'
  const opening = isBuyer
    ? `We have confirmed the date of ${title} in your order ${booking.orderId}.`
    : `A place on ${title} is booked for you by ${booking.customerName}.`
  const isChanged = confirmed.sequence > 1
  const content = layOutMail(`${isChanged ? 'Changed: ' : ''}${title} on ${dayOf(new Date(confirmed.startsAt))}`, [
    greet(recipientName),
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
  return {
    content,
    calendar: writeCalendar(
      eventOf(course.title, confirmed, `${booking.orderId}.${course.courseId}${domainOf(messageId)}`),
    ),
  }
}

function eventOf(title: string, { instructions, ...confirmed }: ConfirmedDate, uid: string): CalendarEvent {
  const description = [instructions, `Questions? Call ${company.phone.display}.`].filter(Boolean).join('\n\n')
  return { ...confirmed, uid, title, description }
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
