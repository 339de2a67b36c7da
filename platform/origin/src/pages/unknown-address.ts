import { noSiteYet, notFound, type PlainReply } from '../http/plain-reply'
import { pageAway } from '../live/damaged-page'
import { type LoadedSite, lacksLists } from '../live/load-site'
import { hasExtension } from './find-page'

/**
 * The answer where the site has nothing (R3, D-02): a visitor who mistyped a page is taken home; a
 * missing file is a plain 404, because HTML in the place of a script would be run. Where a list of pages is missing it may be one
 * of those.
 */
export function replyToUnknown(request: { method: string; url: string }, site: LoadedSite | undefined): PlainReply {
  const [path = ''] = request.url.split('?')
  const isFile = hasExtension(path) || /^\/(?:assets|images)(?:\/|$)/.test(path)
  if (isFile || (request.method !== 'GET' && request.method !== 'HEAD')) return notFound
  if (!site) return noSiteYet
  return lacksLists(site) ? pageAway : { status: 302, headers: { location: '/' } }
}
