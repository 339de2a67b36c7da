import {
  type Login,
  loginSchema,
  type Register,
  registerSchema,
  type SessionReply,
} from '@site/shared/contracts/accounts'
import type { FastifyPluginAsync } from 'fastify'
import type { Database } from '../database/database'
import { ApiError, type Refusal } from '../http/api-error'
import { accountEmail, findAccount, insertAccount } from './account-repository'
import type { Account } from './account-tables'
import { createPasswords, type Passwords } from './passwords'
import { signSession } from './session-token'
import { addressKey, createThrottle } from './throttle'

export type AccountLimits = {
  signInsPerAccountAndMinute: number
  signInsPerAddressAndMinute: number
  registrationsPerAddressAndHour: number
}

export type AccountOptions = {
  database: Database
  /** Signs the tokens; the same for every copy of the server. */
  secret: string
  limits: AccountLimits
  passwords?: Passwords
}

/** Characters as a person counts them (D-30). */
const PASSWORD_LENGTH = { min: 8, max: 128 }

/** `POST /auth/login` and `POST /auth/register` (R116–R118), as `@site/shared/contracts/accounts` has them. */
export function accountRoutes({ database, secret, limits, ...rest }: AccountOptions): FastifyPluginAsync {
  const { passwords = createPasswords() } = rest
  const throttle = (name: string, limit: number, windowSeconds: number) =>
    createThrottle(database, { name, limit, windowSeconds })
  const byAddress = throttle('sign-in address', limits.signInsPerAddressAndMinute, 60)
  const byAccount = throttle('sign-in account', limits.signInsPerAccountAndMinute, 60)
  const byNewcomer = throttle('registration', limits.registrationsPerAddressAndHour, 3_600)

  const sessionOf = ({ id, firstName, lastName, email }: Account): SessionReply => ({
    token: signSession(id, secret),
    user: { id, firstName, lastName, email },
  })

  return async (app) => {
    app.post<{ Body: Login }>('/auth/login', { schema: { body: loginSchema } }, async (request) => {
      const { email, password } = request.body
      await byAddress(addressKey(request.ip))
      await byAccount(accountEmail(email))
      const account = await findAccount(database.queries(), email)
      // Asked even without an account: neither the answer nor its time says whether there is one.
      const isRight = await passwords.matches(password, account?.passwordHash)
      if (!account || !isRight) throw new ApiError(refusals.wrongCredentials)
      return sessionOf(account)
    })

    app.post<{ Body: Register }>('/auth/register', { schema: { body: registerSchema } }, async (request) => {
      const { email, password, ...names } = request.body
      const firstName = required(names.firstName, 'First Name')
      const lastName = required(names.lastName, 'Last Name')
      const length = [...password].length
      if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) throw new ApiError(refusals.weakPassword)
      await byNewcomer(addressKey(request.ip))
      const passwordHash = await passwords.hash(password)
      const account = await insertAccount(database.queries(), { email, firstName, lastName, passwordHash })
      if (!account) throw new ApiError(refusals.accountExists)
      return sessionOf(account)
    })
  }
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
