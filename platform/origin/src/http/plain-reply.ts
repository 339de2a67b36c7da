import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Headers, INERT_POLICY } from '@platform/compose/headers/security-headers'

export type PlainReply = { status: number; text?: string; headers?: Headers }

export type SendPlain = (reply: PlainReply, request: IncomingMessage, response: ServerResponse) => void

export const noPage = (security: Headers): Headers => ({
  ...security,
  'content-security-policy': INERT_POLICY,
  'cache-control': 'no-store',
})

export function plainSender(security: Headers): SendPlain {
  const common = noPage(security)
  return ({ status, text = '', headers }, request, response) => {
    response.writeHead(status, {
      ...common,
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      ...headers,
    })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
}

export const notAllowed: PlainReply = { status: 405, text: 'Method not allowed', headers: { allow: 'GET, HEAD' } }
export const notFound: PlainReply = { status: 404, text: 'Not found' }
export const badRequest: PlainReply = { status: 400, text: 'The address is malformed' }
export const unknownHost: PlainReply = { status: 421, text: 'This server does not answer for that host' }
export const noSiteYet: PlainReply = {
  status: 503,
  text: 'The site is starting. Please try again in a moment.',
  headers: { 'retry-after': '5' },
}
