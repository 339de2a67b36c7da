import type { FastifyBaseLogger } from 'fastify'
import type { AccountLimits } from '../config/types'
import type { Database } from '../database/database'
import { ApiError } from '../errors/api-error'
import type { MailSettings } from '../mail/queue-mail'
import { createThrottle } from '../throttle/throttle'
import { refusals } from './account-refusals'
import type { Account } from './account-tables'
import { createPasswords, type Passwords } from './passwords'
import { createSessions, type Sessions } from './sessions'
import type { SignedTokens } from './signed-tokens'

export type AccountServices = {
  database: Database
  /** Signs sessions and links; the same for every copy of the server. */
  tokens: SignedTokens
  /** Canonical address of the site; with https the session's cookie asks for it. */
  publicUrl: string
  mail: Pick<MailSettings, 'isMailed' | 'mailDomain'>
  limits: AccountLimits
  log: FastifyBaseLogger
  passwords?: Passwords
  /** Erases the person with this confirmed address. */
  erase: (account: { id: string; email: string }) => Promise<Erased>
}

/**
 * `moving`: the money of an order still moves. `paid just now`: an order was found to be paid, and its buyer is written to
 * first. `message under way`: a message to this person is being sent.
 */
export type Erased =
  | { ok: true }
  | { ok: false; reason: 'moving' | 'paid just now'; orderIds: string }
  | { ok: false; reason: 'message under way' }

export type AccountDesk = AccountServices & {
  passwords: Passwords
  sessions: Sessions
  throttles: ReturnType<typeof createThrottles>
}

/** What all account calls work with. */
export function openDesk(services: AccountServices): AccountDesk {
  const { database, tokens, publicUrl, limits, passwords = createPasswords() } = services
  return {
    ...services,
    passwords,
    sessions: createSessions(database, tokens, publicUrl.startsWith('https:')),
    throttles: createThrottles(database, limits),
  }
}

function createThrottles(database: Database, limits: AccountLimits) {
  const aMinute = (name: string, limit: number) => createThrottle(database, { name, limit, windowSeconds: 60 })
  const anHour = (name: string, limit: number) => createThrottle(database, { name, limit, windowSeconds: 3_600 })
  return {
    signInsOfAddress: aMinute('sign-in address', limits.signInsPerAddressAndMinute),
    signInsToAccount: aMinute('sign-in account', limits.signInsPerAccountAndMinute),
    registrations: anHour('registration', limits.registrationsPerAddressAndHour),
    calls: aMinute('account call', limits.callsPerAddressAndMinute),
    /** Passwords that are asked for again inside a session. */
    passwords: aMinute('account password', limits.signInsPerAccountAndMinute),
    /** Drawing one takes some milliseconds of a processor. */
    papers: aMinute('account paper', limits.signInsPerAddressAndMinute),
    mails: anHour('account mail', limits.mailsPerAddressAndHour),
    resets: anHour('account reset', limits.mailsPerAddressAndHour),
  }
}

/**
 * Asks for the password again before anything that the thief of a session must not do. Guesses are counted by account,
 * since they are made inside it.
 * @throws ApiError 401, 429
 */
export async function requirePassword(
  { passwords, throttles }: AccountDesk,
  { id, passwordHash }: Account,
  password: string,
): Promise<void> {
  await throttles.passwords(id)
  if (!(await passwords.matches(password, passwordHash))) throw new ApiError(refusals.wrongPassword)
}
