import { GB, type ParsingComponents } from 'chrono-node/en'
import { AdminRefusal } from '../errors/api-error'

const MAX_DAYS = 60
const DAY_MS = 24 * 60 * 60 * 1_000
const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
const EXAMPLE = '"Tuesday 12 January 2027, 9am to 5pm"'

/** Reads "12 to 14 January 2027, 9am to 5pm" in London time. */
export function readDates(text: string, now = new Date()): { startsAt: Date; endsAt: Date } {
  const [found, ...more] = GB.parse(text, now, { forwardDate: true })
  const isWhole = found && more.length === 0 && found.text.length === text.trim().length
  if (!isWhole) throw new AdminRefusal(`"${text}" is not a date with its times, such as ${EXAMPLE}.`)
  const { start, end } = found
  if (!start.isCertain('hour') || !end?.isCertain('hour')) {
    throw new AdminRefusal(`"${text}" does not say from when to when. Write for example ${EXAMPLE}.`)
  }
  const [startsAt, endsAt] = [timeOf(start, text), timeOf(end, text)]
  const lasts = endsAt.getTime() - startsAt.getTime()
  if (lasts <= 0 || lasts > MAX_DAYS * DAY_MS)
    throw new AdminRefusal(`"${text}" ends before it begins, or lasts too long.`)
  if (startsAt <= now) throw new AdminRefusal(`"${text}" is over. Is the year right?`)
  return { startsAt, endsAt }
}

function timeOf(part: Pick<ParsingComponents, 'get' | 'isCertain'>, text: string): Date {
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
