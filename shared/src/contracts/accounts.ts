/**
 * POST `/api/auth/login` (R116): 401 `wrong_credentials`, same text and duration whether or not the account exists.
 * POST `/api/auth/register` (R117): 409 `account_exists`, 422 `weak_password` (D-30). Both: 429 `throttled`. The
 * token lasts 12 hours and is never sent with payment calls; a cookie goes with it (`./own-account`).
 */
import { type Static, Type } from 'typebox'
import { EMAIL_MESSAGE } from '../form/validate'

const strict = { additionalProperties: false }
export const NAME_MESSAGE = 'Please enter a name of one line without a web address. A dot needs a space after it.'
const atom = '[^\\s@<>()\\[\\],;:"\\\\\\u0000-\\u001f\\u007f]'
const label = atom.replace('@', '@.')
/** R159 without control characters; also addresses that earlier releases took. */
export const knownEmailSchema = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+\\.[^\\s@\\u0000-\\u001f\\u007f]+$',
  refusal: EMAIL_MESSAGE,
})
/** R159 as one bare mailbox: without a name, brackets, control characters or a dot at the end. */
export const emailSchema = Type.String({
  maxLength: 254,
  pattern: `^${atom}+@${label}+(?:\\.${label}+)+$`,
  refusal: EMAIL_MESSAGE,
})
/** One line without a web address: names are mailed, also to people who never gave them. */
export const namePattern =
  '^(?!.*(?://|@|[wW]{3}\\.|[^\\s.]{2}[.\uff0e\u3002\uff61][^\\s.\\d]{2}))[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$'
export const nameSchema = Type.String({ minLength: 1, maxLength: 100, pattern: namePattern, refusal: NAME_MESSAGE })
/** The handler checks 8 to 128 characters, so that its message can say so. */
export const passwordSchema = Type.String({ minLength: 1, maxLength: 1024 })

export const loginSchema = Type.Object({ email: knownEmailSchema, password: passwordSchema }, strict)
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
