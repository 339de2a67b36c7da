import type { SessionReply } from '@site/shared/contracts/accounts'
import { parse, serialize } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../database/account-tables'
import type { Database } from '../database/database'
import { ApiError, type Refusal } from '../errors/api-error'
import { userOf } from './account-repository'
import {
  type AccountSession,
  digestOf,
  endSession,
  findSession,
  insertSession,
  recordSeen,
  recordTurn,
  SESSION_SECONDS,
} from './session-repository'
import type { SignedTokens, TokenKind } from './signed-tokens'

const TURN_MS = 15 * 60 * 1_000
/** Concurrent calls of a page still carry the old cookie. */
const OVERLAP_MS = 30 * 1_000
/** OWASP's "device cookie": tells a browser that was signed in to an account from one that guesses. */
const KNOWN = 'known'
const KNOWN_SECONDS = 90 * 24 * 3_600

const signedOut: Refusal = { status: 401, code: 'signed_out', message: 'You are signed out. Please sign in again.' }

/**
 * A session takes two tokens (R193): one from the page's storage, one in an `HttpOnly` cookie. An old cookie that
 * returns was stolen and ends the session.
 */
export function createSessions(database: Database, tokens: SignedTokens, isSecure: boolean) {
  // `__Host-` (RFC 6265bis): only this host can set it. Browsers refuse that name without https.
  const cookieName = isSecure ? '__Host-session' : 'session'

  const clear = (reply: FastifyReply) => void putCookie(reply, cookieName, '', { isSecure, maxAge: 0 })

  async function setCookie(reply: FastifyReply, name: string, turn: number, startedAt: number) {
    const expiresAt = startedAt + SESSION_SECONDS
    const value = await tokens.sign('cookie', { name, turn, issuedAt: nowSeconds(), expiresAt })
    putCookie(reply, cookieName, value, { isSecure, maxAge: expiresAt - nowSeconds() })
  }

  async function setKnown(reply: FastifyReply, email: string, issuedAt: number) {
    const value = await tokens.sign('known', { name: digestOf(email), issuedAt, expiresAt: issuedAt + KNOWN_SECONDS })
    putCookie(reply, KNOWN, value, { isSecure, maxAge: KNOWN_SECONDS, path: '/api/auth/login' })
  }

  async function cookieOf({ headers }: FastifyRequest, name = cookieName, kind: TokenKind = 'cookie') {
    const value = parse(headers.cookie ?? '')[name]
    return value === undefined ? undefined : tokens.verify(kind, value)
  }

  async function pairOf(request: FastifyRequest) {
    const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    const session = token === undefined ? undefined : await tokens.verify('session', token)
    const cookie = await cookieOf(request)
    if (!session || cookie?.turn === undefined || session.name !== cookie.name) return undefined
    return { name: session.name, startedAt: session.issuedAt, turn: cookie.turn }
  }

  async function takeTurn({ session }: AccountSession, turn: number): Promise<boolean> {
    const queries = database.queries()
    if (turn === session.turn) {
      await recordSeen(queries, session)
      return true
    }
    if (turn === session.turn + 1) {
      // Two concurrent calls may both bring the next turn; both succeed.
      await recordTurn(queries, session)
      return true
    }
    return turn === session.turn - 1 && session.turnedAt.getTime() > Date.now() - OVERLAP_MS
  }

  return {
    begin: insertSession,
    async handOut(reply: FastifyReply, name: string, account: Account): Promise<SessionReply> {
      const issuedAt = nowSeconds()
      await setCookie(reply, name, 0, issuedAt)
      await setKnown(reply, account.email, issuedAt)
      const token = await tokens.sign('session', { name, issuedAt, expiresAt: issuedAt + SESSION_SECONDS })
      return { token, user: userOf(account) }
    },
    knows: async (request: FastifyRequest, email: string) =>
      (await cookieOf(request, KNOWN, 'known'))?.name === digestOf(email),
    nameOf: async (request: FastifyRequest) => (await cookieOf(request))?.name,
    async require(request: FastifyRequest, reply: FastifyReply): Promise<AccountSession> {
      const pair = await pairOf(request)
      const found = pair && (await findSession(database.queries(), pair.name))
      if (!found) throw new ApiError(signedOut)
      if (!(await takeTurn(found, pair.turn))) {
        await endSession(database.queries(), pair.name)
        request.log.warn({ alert: 'session' }, 'a cookie that had been followed came again: its session was ended')
        throw new ApiError(signedOut)
      }
      const isOld = found.session.turnedAt.getTime() < Date.now() - TURN_MS
      if (isOld && pair.turn === found.session.turn) await setCookie(reply, pair.name, pair.turn + 1, pair.startedAt)
      return found
    },
    async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const pair = await pairOf(request)
      if (pair) await endSession(database.queries(), pair.name)
      clear(reply)
    },
    async endPresent(request: FastifyRequest): Promise<void> {
      const cookie = await cookieOf(request)
      if (cookie) await endSession(database.queries(), cookie.name)
    },
    clear,
  }
}

type CookieOptions = { isSecure: boolean; maxAge: number; path?: string; sameSite?: 'strict' | 'lax' }

/** For no script, and unless `lax` for requests of this site alone. */
export function putCookie(reply: FastifyReply, name: string, value: string, options: CookieOptions): FastifyReply {
  const { isSecure, path = '/', sameSite = 'strict', maxAge } = options
  const cookie = serialize(name, value, { httpOnly: true, secure: isSecure, sameSite, path, maxAge })
  return reply.header('set-cookie', cookie)
}

const nowSeconds = (): number => Math.floor(Date.now() / 1_000)
