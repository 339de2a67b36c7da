import { loginSchema, registerSchema, type SessionReply, sessionReplySchema } from '@site/shared/contracts/accounts'
import { errorReplySchema } from '@site/shared/contracts/errors'
import type { FastifyInstance } from 'fastify'
import type { AccountLimits } from '../config/types'
import type { Database } from '../database/database'
import { ApiError, type Refusal } from '../errors/api-error'
import type { TypeBoxProvider } from '../http/typebox-provider'
import { addressKey } from '../throttle/address-key'
import { createThrottle } from '../throttle/throttle'
import { accountEmail, findAccount, insertAccount } from './account-repository'
import type { Account } from './account-tables'
import { createPasswords, type Passwords } from './passwords'
import { signSession } from './session-token'

export type AccountServices = {
  database: Database
  /** Signs the tokens; the same for every copy of the server. */
  secret: string
  limits: AccountLimits
  passwords?: Passwords
}

/** Characters as a person counts them (D-30). */
const PASSWORD_LENGTH = { min: 8, max: 128 }
const response = { 200: sessionReplySchema, '4xx': errorReplySchema, '5xx': errorReplySchema }
const tags = ['accounts']

/** The two account calls (R116–R118); what they promise stands in the contracts of `shared`. */
export function registerAccounts(plain: FastifyInstance, services: AccountServices): void {
  const { database, secret, limits, passwords = createPasswords() } = services
  const app = plain.withTypeProvider<TypeBoxProvider>()
  const throttle = (name: string, limit: number, windowSeconds: number) =>
    createThrottle(database, { name, limit, windowSeconds })
  const throttleAddress = throttle('sign-in address', limits.signInsPerAddressAndMinute, 60)
  const throttleAccount = throttle('sign-in account', limits.signInsPerAccountAndMinute, 60)
  const throttleNewcomer = throttle('registration', limits.registrationsPerAddressAndHour, 3_600)

  const sessionOf = ({ id, firstName, lastName, email }: Account): SessionReply => ({
    token: signSession(id, secret),
    user: { id, firstName, lastName, email },
  })

  app.post('/login', { schema: { tags, body: loginSchema, response } }, async ({ body, ip }) => {
    const address = addressKey(ip)
    await throttleAddress(address)
    // The pair: whoever guesses from elsewhere must not keep the account's owner out.
    await throttleAccount(`${accountEmail(body.email)}\n${address}`)
    const account = await findAccount(database.queries(), body.email)
    // Asked even without an account: neither the answer nor its time says whether there is one.
    const isRight = await passwords.matches(body.password, account?.passwordHash)
    if (!account || !isRight) throw new ApiError(refusals.wrongCredentials)
    return sessionOf(account)
  })

  app.post('/register', { schema: { tags, body: registerSchema, response } }, async ({ body, ip }) => {
    const { email, password } = body
    const firstName = required(body.firstName, 'First Name')
    const lastName = required(body.lastName, 'Last Name')
    const length = [...password].length
    if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) throw new ApiError(refusals.weakPassword)
    await throttleNewcomer(addressKey(ip))
    // Before the database is asked: an open transaction must not wait for it.
    const passwordHash = await passwords.hash(password)
    const account = await insertAccount(database.queries(), { email, firstName, lastName, passwordHash })
    if (!account) throw new ApiError(refusals.accountExists)
    return sessionOf(account)
  })
}

const refusals = {
  wrongCredentials: {
    status: 401,
    code: 'wrong_credentials',
    message: 'The email address or password is not correct.',
  },
  weakPassword: {
    status: 422,
    code: 'weak_password',
    message: `Your password must have ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`,
  },
  accountExists: {
    status: 409,
    code: 'account_exists',
    message: 'There is already an account with this email address. Please sign in.',
  },
} as const satisfies Record<string, Refusal>

/** White space alone is missing (R161). */
function required(value: string, field: string): string {
  const text = value.trim()
  if (text === '') throw new ApiError({ status: 400, code: 'validation', message: `Please fill in the ${field} field` })
  return text
}
