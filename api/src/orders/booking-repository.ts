import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Booking, bookings, type ConfirmedDate } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import type { Order } from '../database/schema'
import { isPaidFor, readLines } from './order-repository'

const YEAR_MS = 366 * 24 * 60 * 60 * 1_000

export type BookedCourse = {
  courseId: number
  title: string
  /** One for each place. */
  people: { name: string; email: string }[]
  confirmed: ConfirmedDate | null
}
export type BookingRecord = Pick<Booking, 'version' | 'company' | 'purchaseOrder' | 'wishes'> & {
  orderId: string
  state: string
  customerName: string
  customerEmail: string
  isOpen: boolean
  courses: BookedCourse[]
}

const nothing = { version: 0, company: '', purchaseOrder: '', wishes: '', people: [], confirmed: [] }

export async function readBooking(queries: Queries, order: Order): Promise<BookingRecord> {
  const { id: orderId, state, customerName, customerEmail } = order
  const { people, confirmed, ...row } = (await findBooking(queries, orderId)) ?? nothing
  const { version, company, purchaseOrder, wishes } = row
  const courses = (await readLines(queries, orderId)).map(({ courseId, title, quantity }) => ({
    courseId,
    title,
    people: Array.from({ length: quantity }, (_, place) => {
      const { name = '', email = '' } = people.find((it) => it.courseId === courseId && it.place === place) ?? {}
      return { name, email }
    }),
    confirmed: confirmed.find((it) => it.courseId === courseId) ?? null,
  }))
  const isOpen = isPaidFor(state) && (courses.length === 0 || courses.some((course) => !course.confirmed))
  return { orderId, state, customerName, customerEmail, version, isOpen, company, purchaseOrder, wishes, courses }
}

export async function findBooking(queries: Queries, orderId: string): Promise<Booking | undefined> {
  const [row] = await queries.select().from(bookings).where(eq(bookings.orderId, orderId))
  return row
}

type Written = Partial<Omit<Booking, 'orderId' | 'keepUntil'>>

/** The order is locked. */
export async function writeBooking(queries: Queries, orderId: string, values: Written): Promise<void> {
  const { confirmed = [] } = { ...(await findBooking(queries, orderId)), ...values }
  const ends = confirmed.map(({ endsAt }) => Date.parse(endsAt))
  const keepUntil = new Date(Math.max(...(ends.length > 0 ? ends : [Date.now() + YEAR_MS])) + YEAR_MS)
  await queries
    .insert(bookings)
    .values({ orderId, ...values, keepUntil })
    .onConflictDoUpdate({ target: bookings.orderId, set: { ...values, keepUntil } })
}

/** A changed address ends the links that went to the one before. */
export function nameBooking({ id, customerEmail }: Pick<Order, 'id' | 'customerEmail'>): string {
  return `${id}.${createHash('sha256').update(customerEmail.toLowerCase()).digest('base64url').slice(0, 22)}`
}
