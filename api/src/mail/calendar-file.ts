import { company } from '@site/shared/company'
import type { ConfirmedDate } from '../database/after-sale-tables'

const MAX_BYTES = 75

/**
 * RFC 5545; the same UID with a higher sequence replaces or cancels (RFC 5546).
 * @param attendee of a cancellation (RFC 5546, 3.2.5)
 */
export function writeCalendar(uid: string, title: string, date: ConfirmedDate, attendee: string): string {
  const { sequence, startsAt, endsAt, confirmedAt, place, instructions, isCancelled } = date
  const description = [instructions, `Questions? Call ${company.phone.display}.`].filter(Boolean).join('\n\n')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(company.name)}//Bookings//EN`,
    `METHOD:${methodOf(date)}`,
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
    ...(isCancelled ? [`ATTENDEE:mailto:${attendee}`] : []),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

export const methodOf = ({ isCancelled }: ConfirmedDate) => (isCancelled ? 'CANCEL' : 'PUBLISH')

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
