import { parse, serialize } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type SessionCookie = {
  read: (request: FastifyRequest) => string | undefined
  set: (reply: FastifyReply, value: string, seconds: number) => void
  clear: (reply: FastifyReply) => void
}

/**
 * The half of a session that no script reads and no other site sends. With https its name says that this host alone has set
 * it, for all paths (`__Host-`, RFC 6265bis); without, browsers would not take that name.
 */
export function createSessionCookie(isSecure: boolean): SessionCookie {
  const name = isSecure ? '__Host-session' : 'session'
  const set: SessionCookie['set'] = (reply, value, maxAge) => {
    const options = { httpOnly: true, secure: isSecure, sameSite: 'strict', path: '/', maxAge } as const
    reply.header('set-cookie', serialize(name, value, options))
  }
  return {
    read: ({ headers }) => parse(headers.cookie ?? '')[name],
    set,
    clear: (reply) => set(reply, '', 0),
  }
}
