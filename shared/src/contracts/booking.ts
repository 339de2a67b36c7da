/**
 * POST `/api/orders/booking`: "Who is coming?" of a paid order, without an account. `key` is the payment's id at its
 * provider on the page that paid (for a day), or a token of a mail or of `/api/account/order`. With `change` it saves
 * first. 404 `not_found` for a wrong key or an unpaid order; 409 `booking_changed`, `booking_confirmed`; 429
 * `throttled`. Texts are '' where nothing was given.
 */
import { type Static, Type } from 'typebox'
import { EMAIL_MESSAGE } from '../form/validate'
import { emailSchema, NAME_MESSAGE, namePattern } from './accounts'
import { MAX_COURSES, ORDER_ID_PATTERN } from './payments'

const strict = { additionalProperties: false }
const line = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$' })
/** Line breaks are the only control characters. */
export const textSchema = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^[^\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$' })

export const bookingLimits = { name: 100, company: 150, purchaseOrder: 50, wishes: 1_000 } as const

const about = {
  company: line(bookingLimits.company),
  purchaseOrder: line(bookingLimits.purchaseOrder),
  wishes: textSchema(bookingLimits.wishes),
}
const person = Type.Object(
  {
    name: Type.String({ maxLength: bookingLimits.name, pattern: namePattern, refusal: NAME_MESSAGE }),
    email: Type.Union([Type.Literal(''), emailSchema], { refusal: EMAIL_MESSAGE }),
  },
  strict,
)

const coming = Type.Object({ courseId: Type.Integer(), people: Type.Array(person, { maxItems: 5 }) }, strict)

const change = Type.Object(
  {
    /** Of the reply that was changed. */
    version: Type.Integer({ minimum: 0 }),
    ...about,
    courses: Type.Array(coming, { maxItems: MAX_COURSES }),
  },
  strict,
)
export type BookingChange = Static<typeof change>

export const bookingSchema = Type.Object(
  {
    orderId: Type.String({ pattern: ORDER_ID_PATTERN }),
    key: Type.String({ minLength: 1, maxLength: 1024, pattern: '^[A-Za-z0-9_.-]+$' }),
    change: Type.Optional(change),
  },
  strict,
)

export const bookingReplySchema = Type.Object({
  version: Type.Integer(),
  /** Until every course is confirmed; the people of a confirmed course stay. */
  isOpen: Type.Boolean(),
  ...about,
  courses: Type.Array(
    Type.Object({
      courseId: Type.Integer(),
      title: Type.String(),
      /** One for each place. */
      people: Type.Array(Type.Object({ name: Type.String(), email: Type.String() })),
      confirmed: Type.Union([
        Type.Null(),
        Type.Object({
          startsAt: Type.String(),
          endsAt: Type.String(),
          place: Type.String(),
          instructions: Type.String(),
        }),
      ]),
    }),
  ),
})
export type BookingReply = Static<typeof bookingReplySchema>
