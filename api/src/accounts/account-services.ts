import type { FastifyBaseLogger } from 'fastify'
import type { AccountLimits } from '../config/types'
import type { Database } from '../database/database'
import type { MailSettings } from '../mail/queue-mail'
import { createThrottle } from '../throttle/throttle'
import { createPasswords, type Passwords } from './passwords'
import { createSessions, type Sessions } from './sessions'
import type { SignedTokens } from './signed-tokens'

export type AccountServices = {
  database: Database
  /** Signs what sessions and links carry; the same for every copy of the server. */
  tokens: SignedTokens
  /** Canonical address of the site; with https the session's cookie asks for it. */
  publicUrl: string
  mail: Pick<MailSettings, 'isMailed' | 'mailDomain'>
  limits: AccountLimits
  log: FastifyBaseLogger
  passwords?: Passwords
  /** Takes the person with this confirmed address out of all that is kept. */
  erase: (account: { id: string; email: string }) => Promise<Erased>
}

/**
 * `moving`: the money of an order is, which is waited for. `paid just now`: the order was found to be, and they are to be written
 * to about it first. `message under way`: to this person, and the mail server is slow.
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
  const throttle = (name: string, limit: number, windowSeconds: number) =>
    createThrottle(database, { name, limit, windowSeconds })
  return {
    signInsOfAddress: throttle('sign-in address', limits.signInsPerAddressAndMinute, 60),
    signInsToAccount: throttle('sign-in account', limits.signInsPerAccountAndMinute, 60),
    registrations: throttle('registration', limits.registrationsPerAddressAndHour, 3_600),
    calls: throttle('account call', limits.callsPerAddressAndMinute, 60),
    /** Passwords that are asked for again inside a session. */
    passwords: throttle('account password', limits.signInsPerAccountAndMinute, 60),
    /** Drawing one takes some milliseconds of a processor. */
    papers: throttle('account paper', limits.signInsPerAddressAndMinute, 60),
    mails: throttle('account mail', limits.mailsPerAddressAndHour, 3_600),
    resets: throttle('account reset', limits.mailsPerAddressAndHour, 3_600),
  }
}
