import { timingSafeEqual } from 'node:crypto'
import { parse } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { digestOf } from '../accounts/session-repository'
import { putCookie } from '../accounts/sessions'
import { SESSION_MS } from '../staff/staff'

export type Fields = Readonly<Record<string, string | undefined>>

export function sendPage(reply: FastifyReply, page: ReactElement, status = 200) {
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>${renderToStaticMarkup(page)}`)
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Parses forms, keeps pages private and refuses the forms of other sites. */
export function frameStaffPages(app: FastifyInstance, notAllowed: ReactElement): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    })
    if (request.method === 'POST' && isForeign(request)) return sendPage(reply, notAllowed, 403)
  })
}

/** Another site's form: browsers name the page that a form is sent from. */
function isForeign({ headers }: FastifyRequest): boolean {
  const { origin = '', host, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site !== 'same-origin'
  return !URL.canParse(origin) || new URL(origin).host !== host
}

/** Derived, so that only its own session's pages have it. */
export function formTokenOf(session: string): string {
  return digestOf(`form of ${session}`)
}

export function isOwnForm(session: string, given = ''): boolean {
  const [own, other] = [Buffer.from(formTokenOf(session)), Buffer.from(given)]
  return own.length === other.length && timingSafeEqual(own, other)
}

export function staffCookie(area: string, isSecure: boolean, sameSite: 'strict' | 'lax' = 'strict') {
  const name = isSecure ? `__Host-${area}` : area
  return {
    read: ({ headers }: FastifyRequest) => parse(headers.cookie ?? '')[name] ?? '',
    set: (reply: FastifyReply, session: string) =>
      putCookie(reply, name, session, { isSecure, maxAge: SESSION_MS / 1_000, sameSite }),
    clear: (reply: FastifyReply) => putCookie(reply, name, '', { isSecure, maxAge: 0 }),
  }
}
