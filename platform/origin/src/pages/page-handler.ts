import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '@platform/base/errors/refusal'
import { answerToUnknown, findAnswer } from '@platform/compose/answers/find-answer'
import { LOOPBACK } from '../http/guard-requests'
import { badRequest, noSiteYet, notAllowed, notFound, type PlainReply, type SendPlain } from '../http/plain-reply'
import { type Representation, sendRepresentation, withHeaders } from '../http/representation'
import { type LoadedPages, type LoadedSite, lacksLists, pageAway, replyInPlaceOf } from '../live/load-site'

export function servePage(
  pages: LoadedPages,
  request: IncomingMessage,
  response: ServerResponse,
  sendPlain: SendPlain,
): boolean {
  const { method, url = '' } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const send = (document: Representation) =>
    sendPage(policyForHost(document, pages.publicUrl, request.headers.host), request, response)
  const found = findAnswer(pages, url)
  if (found.type === 'none') return false
  if (found.type === 'malformed') sendPlain(badRequest, request, response)
  else if (!isRead) sendPlain(notAllowed, request, response)
  else if (found.type === 'row') send(found.row)
  else sendPlain({ status: 308, headers: { location: found.location } }, request, response)
  return true
}

/** Sends 503 instead of a damaged page. */
function sendPage(document: Representation, request: IncomingMessage, response: ServerResponse): void {
  try {
    sendRepresentation(document, request, response)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    sendRepresentation(replyInPlaceOf(document.source.headers), request, response)
  }
}

export function replyToUnknown(request: { method: string; url: string }, site: LoadedSite | undefined): PlainReply {
  const answer = answerToUnknown(request.url.split('?', 1)[0] ?? '')
  if (answer.status === 404 || (request.method !== 'GET' && request.method !== 'HEAD')) return notFound
  if (!site) return noSiteYet
  const { status, location } = answer
  return lacksLists(site) ? pageAway : { status, headers: { location } }
}

const POLICY = 'content-security-policy'

/**
 * Lets `isolated` pages load scripts under a loopback name, as policies name folders at the public address
 * (CSP Level 3, 6.7.2.8).
 * @param host from the browser; no page can choose it for another
 */
function policyForHost(document: Representation, publicUrl: string, host: string | undefined): Representation {
  if (host === undefined || publicUrl.endsWith(`//${host}`) || !LOOPBACK.test(host)) return document
  const policy = document.source.headers[POLICY] ?? ''
  const loopback = `${publicUrl.slice(0, publicUrl.indexOf(':'))}://${host}`
  const both = policy.replace(/[^ ;]+/g, (source) =>
    source.startsWith(`${publicUrl}/`) ? `${source} ${loopback}${source.slice(publicUrl.length)}` : source,
  )
  return both === policy ? document : withHeaders(document, { [POLICY]: both })
}
