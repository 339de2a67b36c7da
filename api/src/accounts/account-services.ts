import type { FastifyBaseLogger } from 'fastify'
import type { AccountLimits } from '../config/read'
import type { Database } from '../database/database'
import { ApiError } from '../errors/api-error'
import type { MailSettings } from '../mail/queue-mail'
import { createThrottle } from '../throttle/throttle'
import { refusals } from './account-refusals'
import { createPasswords } from './passwords'
import type { AccountSession } from './session-repository'
import { createSessions } from './sessions'
import type { SignedTokens } from './signed-tokens'

export type AccountServices = {
  database: Database
  tokens: SignedTokens
  publicUrl: string
  mail: Pick<MailSettings, 'isMailed' | 'mailDomain'>
  limits: AccountLimits
  log: FastifyBaseLogger
  recordDeleted: (accountId: string) => void
  /** @throws ErasureWaits */
  erase: (email: string) => Promise<unknown>
}

export type AccountContext = ReturnType<typeof createAccountContext>

export function createAccountContext(services: AccountServices) {
  const { database, tokens, publicUrl, limits } = services
  return {
    ...services,
    passwords: createPasswords(),
    sessions: createSessions(database, tokens, publicUrl.startsWith('https:')),
    throttles: createThrottles(database, limits),
  }
}

function createThrottles(database: Database, limits: AccountLimits) {
  const aMinute = (name: string, limit: number) => createThrottle(database, { name, limit, windowSeconds: 60 })
  const anHour = (name: string, limit: number) => createThrottle(database, { name, limit, windowSeconds: 3_600 })
  return {
    signInsOfKnown: aMinute('sign-in known', limits.signInsPerAccountAndMinute),
    signInsOfAddress: aMinute('sign-in address', limits.signInsPerAddressAndMinute),
    signInsToAccount: aMinute('sign-in account', limits.signInsPerAccountAndMinute),
    registrations: anHour('registration', limits.registrationsPerAddressAndHour),
    calls: aMinute('account call', limits.callsPerSessionAndMinute),
    passwords: aMinute('account password', limits.signInsPerAccountAndMinute),
    papers: aMinute('account paper', limits.signInsPerAddressAndMinute),
    mails: anHour('account mail', limits.mailsPerAccountAndHour),
    resets: anHour('account reset', limits.mailsPerAccountAndHour),
  }
}

/** Protects against a stolen session. Counts guesses by session, so that a thief's lock no owner out. */
export async function requirePassword(
  { passwords, throttles }: AccountContext,
  { session, account }: AccountSession,
  password: string,
): Promise<void> {
  await throttles.passwords(session.id)
  if (!(await passwords.matches(password, account.passwordHash))) throw new ApiError(refusals.wrongPassword)
}
