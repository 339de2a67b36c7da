import { company } from '@site/shared/company'

export type CalendarEvent = {
  method: 'PUBLISH' | 'CANCEL'
  /** Of a cancellation (RFC 5546, 3.2.5). */
  attendee?: string
  uid: string
  sequence: number
  startsAt: string
  endsAt: string
  confirmedAt: string
  title: string
  place: string
  description: string
}

const MAX_BYTES = 75

/** RFC 5545; the same UID with a higher sequence replaces or cancels (RFC 5546). */
export function writeCalendar(event: CalendarEvent): string {
  const { method, attendee, uid, sequence, startsAt, endsAt, confirmedAt, title, place, description } = event
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(company.name)}//Bookings//EN`,
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${stampOf(confirmedAt)}`,
    `DTSTART:${stampOf(startsAt)}`,
    `DTEND:${stampOf(endsAt)}`,
    `SUMMARY:${escapeText(title)}`,
    `LOCATION:${escapeText(place)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `ORGANIZER;CN="${company.name.replaceAll('"', '')}":mailto:${company.email}`,
    ...(attendee ? [`ATTENDEE:mailto:${attendee}`] : []),
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function stampOf(time: string): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
}

function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > MAX_BYTES) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
