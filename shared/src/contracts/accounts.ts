/**
 * POST `/api/auth/login` (R116): 401 `wrong_credentials`, same text and duration whether or not the account exists.
 * POST `/api/auth/register` (R117): 409 `account_exists`, 422 `weak_password` (D-30). Both: 429 `throttled`. The
 * token lasts 12 hours and is never sent with payment calls; a cookie goes with it (`./own-account`).
 */
import { type Static, Type } from 'typebox'

const strict = { additionalProperties: false }
/** R159 without control characters, which no mail header and no database takes. */
export const emailSchema = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+\\.[^\\s@\\u0000-\\u001f\\u007f]+$',
})
export const nameSchema = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })
/** The handler checks 8 to 128 characters, so that its message can say so. */
export const passwordSchema = Type.String({ minLength: 1, maxLength: 1024 })

export const loginSchema = Type.Object({ email: emailSchema, password: passwordSchema }, strict)
export type Login = Static<typeof loginSchema>

export const registerSchema = Type.Object(
  { firstName: nameSchema, lastName: nameSchema, email: emailSchema, password: passwordSchema },
  strict,
)
export type Register = Static<typeof registerSchema>

export const userSchema = Type.Object({
  id: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
})
/** Kept by the browser under `auth_user` (R119). */
export type User = Static<typeof userSchema>

export const sessionReplySchema = Type.Object({ token: Type.String(), user: userSchema })
/** As R116 and R117 have it. */
export type SessionReply = Static<typeof sessionReplySchema>
