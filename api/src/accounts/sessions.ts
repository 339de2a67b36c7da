import type { SessionReply } from '@site/shared/contracts/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Queries } from '../database/database'
import { ApiError, type Refusal } from '../errors/api-error'
import type { Account } from './account-tables'
import { createSessionCookie } from './session-cookie'
import {
  type AccountSession,
  endNamed,
  endSession,
  findSession,
  insertSession,
  noteSeen,
  noteTurn,
  SESSION_SECONDS,
} from './session-repository'
import type { SignedTokens } from './signed-tokens'

/** A cookie this old is followed by the next one. */
const TURN_MS = 15 * 60 * 1_000
/** What a page sent at the same time as the call that brought the next cookie still has the one before. */
const OVERLAP_MS = 30 * 1_000

export type Sessions = {
  /** In the caller's transaction; to be handed out by `handOut` when that is kept. @returns the session's name. */
  begin: (queries: Queries, accountId: string) => Promise<string>
  /** The token for the page, in the form R116 and R117 promise, and the cookie that belongs to it. */
  handOut: (reply: FastifyReply, name: string, account: Account) => Promise<SessionReply>
  /** @throws ApiError 401 unless token and cookie are of one session that has not ended. */
  require: (request: FastifyRequest, reply: FastifyReply) => Promise<AccountSession>
  /** Ends the session of token and cookie; where there is none, that is as well. */
  end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Ends the session whose cookie the browser has, if any: a new one takes its place. */
  endPresent: (request: FastifyRequest) => Promise<void>
  clear: (reply: FastifyReply) => void
}

const signedOut: Refusal = { status: 401, code: 'signed_out', message: 'You are signed out. Please sign in again.' }

/**
 * Who is signed in, kept by the server so that it can be ended. A session takes two tokens (R193): one that the page keeps and
 * sends by itself, which other sites' pages cannot, and one in a cookie that no script reads. The cookie is followed by another
 * every quarter of an hour; one that was followed and comes again was stolen, and ends the session.
 */
export function createSessions(database: Database, tokens: SignedTokens, isSecure: boolean): Sessions {
  const cookie = createSessionCookie(isSecure)

  async function setCookie(reply: FastifyReply, name: string, turn: number, startedAt: number) {
    const expiresAt = startedAt + SESSION_SECONDS
    const value = await tokens.sign('cookie', { name, turn, issuedAt: nowSeconds(), expiresAt })
    cookie.set(reply, value, expiresAt - nowSeconds())
  }

  async function cookieOf(request: FastifyRequest) {
    const value = cookie.read(request)
    return value === undefined ? undefined : tokens.verify('cookie', value)
  }

  /** What token and cookie say where both are of one session, which may have ended. */
  async function pairOf(request: FastifyRequest) {
    const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    const said = token === undefined ? undefined : await tokens.verify('session', token)
    const shown = await cookieOf(request)
    if (!said || shown?.turn === undefined || said.name !== shown.name) return undefined
    return { name: said.name, startedAt: said.issuedAt, turn: shown.turn }
  }

  /** False for a cookie that has had its time. */
  async function takeTurn({ session }: AccountSession, turn: number): Promise<boolean> {
    const queries = database.queries()
    if (turn === session.turn) {
      await noteSeen(queries, session)
      return true
    }
    if (turn === session.turn + 1) {
      // Two calls may bring it at once: either is right.
      await noteTurn(queries, session)
      return true
    }
    return turn === session.turn - 1 && session.turnedAt.getTime() > Date.now() - OVERLAP_MS
  }

  return {
    begin: insertSession,
    async handOut(reply, name, { id, firstName, lastName, email }) {
      const issuedAt = nowSeconds()
      await setCookie(reply, name, 0, issuedAt)
      const token = await tokens.sign('session', { name, issuedAt, expiresAt: issuedAt + SESSION_SECONDS })
      return { token, user: { id, firstName, lastName, email } }
    },
    async require(request, reply) {
      const pair = await pairOf(request)
      const found = pair && (await findSession(database.queries(), pair.name))
      if (!found) throw new ApiError(signedOut)
      if (!(await takeTurn(found, pair.turn))) {
        await endSession(database.queries(), found.session.id)
        request.log.warn({ alert: 'session' }, 'a cookie that had been followed came again: its session was ended')
        throw new ApiError(signedOut)
      }
      const isOld = found.session.turnedAt.getTime() < Date.now() - TURN_MS
      if (isOld && pair.turn === found.session.turn) await setCookie(reply, pair.name, pair.turn + 1, pair.startedAt)
      return found
    },
    async end(request, reply) {
      const pair = await pairOf(request)
      if (pair) await endNamed(database.queries(), pair.name)
      cookie.clear(reply)
    },
    async endPresent(request) {
      const shown = await cookieOf(request)
      if (shown) await endNamed(database.queries(), shown.name)
    },
    clear: cookie.clear,
  }
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000)
}
