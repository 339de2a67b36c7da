import type { IncomingMessage } from 'node:http'
import type { LoadedPages } from '../live/load-pages'
import { findPage, hasExtension } from './find-page'

/** Whether a request reads one of the site's documents: what a visitor looks at, not `robots.txt`, not a redirect. */
export function isForDocument(pages: LoadedPages, { method, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const end = url.indexOf('?')
  if (hasExtension(end === -1 ? url : url.slice(0, end))) return false
  return pages.byUrl.has(url) || findPage(pages, url).type === 'page'
}
