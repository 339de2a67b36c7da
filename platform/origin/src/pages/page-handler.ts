import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '@platform/base/errors/refusal'
import { badRequest, notAllowed, type SendPlain } from '../http/plain-reply'
import { commonHeaders, type Representation, sendRepresentation } from '../http/representation'
import { replyInPlaceOf } from '../live/damaged-page'
import type { LoadedPages } from '../live/load-pages'
import { findPage } from './find-page'
import { policyForHost } from './policy-for-host'

/** Answers when the address is one of the site's pages; `false` leaves the request to others. */
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
  const exact = pages.byUrl.get(url)
  if (exact && isRead) {
    send(exact)
    return true
  }
  const found = findPage(pages, url)
  if (found.type === 'none') return false
  if (found.type === 'malformed') sendPlain(badRequest, request, response)
  else if (!isRead) sendPlain(notAllowed, request, response)
  else if (found.type === 'page') send(found.document)
  else sendPlain({ status: 308, headers: { location: found.location } }, request, response)
  return true
}

/** One that is damaged on the disk, and not in memory, is never sent: another answer takes its place until it is whole. */
function sendPage(document: Representation, request: IncomingMessage, response: ServerResponse): void {
  try {
    sendRepresentation(document, request, response)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    sendRepresentation(replyInPlaceOf(commonHeaders(document)), request, response)
  }
}
