/**
 * The two account calls: POST `/api/auth/login` and POST `/api/auth/register`, same origin (R186).
 *
 * `login` (R116): 401 `wrong_credentials`, with one text and one duration whether or not the account exists.
 * `register` (R117): 409 `account_exists`; 422 `weak_password` unless it has 8 to 128 characters (D-30).
 * Both: 429 `throttled`. On success the token is valid for 12 hours and is never sent with payment calls. With it comes
 * a cookie that no script reads; `./own-account` says what the two open together.
 *
 * Refusals are `ErrorReply` (see `./errors`); show its `message`, else `Login failed` or
 * `Registration failed` (R118).
 */
import { type Static, Type } from 'typebox'

const strict = { additionalProperties: false }
/** The pattern of R159 without control characters, which no mail header and no database takes. */
export const emailSchema = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+\\.[^\\s@\\u0000-\\u001f\\u007f]+$',
})
export const nameSchema = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })
/** The rule of 8 to 128 characters is the handler's, so that its message can say so. */
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
/** The signed-in visitor, kept by the browser under `auth_user` (R119). */
export type User = Static<typeof userSchema>

export const sessionReplySchema = Type.Object({ token: Type.String(), user: userSchema })
/** Of both calls, exactly as R116 and R117 have it. */
export type SessionReply = Static<typeof sessionReplySchema>
