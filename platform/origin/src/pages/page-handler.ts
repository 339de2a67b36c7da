import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '@platform/base/errors/refusal'
import { badRequest, noSiteYet, notAllowed, notFound, type PlainReply, type SendPlain } from '../http/plain-reply'
import { commonHeaders, type Representation, sendRepresentation, withHeaders } from '../http/representation'
import { type LoadedPages, pageAway, replyInPlaceOf } from '../live/load-pages'
import { type LoadedSite, lacksLists } from '../live/load-site'
import { findPage, hasExtension } from './find-page'

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

/** A damaged page is never sent: 503 takes its place until it is whole. */
function sendPage(document: Representation, request: IncomingMessage, response: ServerResponse): void {
  try {
    sendRepresentation(document, request, response)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    sendRepresentation(replyInPlaceOf(commonHeaders(document)), request, response)
  }
}

/**
 * Takes a visitor who mistyped a page home (R3, D-02). A missing file is a plain 404: HTML in the place of a
 * script would be run.
 */
export function replyToUnknown(request: { method: string; url: string }, site: LoadedSite | undefined): PlainReply {
  const [path = ''] = request.url.split('?')
  const isFile = hasExtension(path) || /^\/(?:assets|images)(?:\/|$)/.test(path)
  if (isFile || (request.method !== 'GET' && request.method !== 'HEAD')) return notFound
  if (!site) return noSiteYet
  return lacksLists(site) ? pageAway : { status: 302, headers: { location: '/' } }
}

const POLICY = 'content-security-policy'
/** A name or address with a port; anything else could say more in a policy. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * Lets `isolated` pages take scripts from the same folders under another name of this server. Folders are named
 * with the public address (CSP Level 3, 6.7.2.8). @param host as the browser calls this server; no page can choose
 * it for another
 */
export function policyForHost(document: Representation, publicUrl: string, host: string | undefined): Representation {
  if (host === undefined || publicUrl.endsWith(`//${host}`) || !HOST.test(host)) return document
  const policy = readPolicy(document)
  if (!policy?.includes(`${publicUrl}/`)) return document
  const scheme = publicUrl.slice(0, publicUrl.indexOf(':'))
  const folders = policy.split(publicUrl)
  const sources = folders.slice(1).map((rest) => {
    const folder = /^[^ ;]*/.exec(rest)?.[0] ?? ''
    return `${publicUrl}${folder} ${scheme}://${host}${rest}`
  })
  return withHeaders(document, { [POLICY]: [folders[0], ...sources].join('') })
}

function readPolicy({ forms }: Representation): string | undefined {
  const { headers } = forms.identity
  const place = headers.indexOf(POLICY)
  return place < 0 ? undefined : headers[place + 1]
}
