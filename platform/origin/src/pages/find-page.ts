import type { IncomingMessage } from 'node:http'
import type { Representation } from '../http/representation'
import type { LoadedPages } from '../live/load-site'

type FoundPage =
  | { type: 'page'; document: Representation }
  | { type: 'redirect'; location: string }
  | { type: 'malformed' }
  | { type: 'none' }

const none: FoundPage = { type: 'none' }

export function findPage(pages: LoadedPages, url: string): FoundPage {
  const [rawPath = '', query = ''] = splitOnce(url, '?')
  // An escaped slash is no separator, so no page has it.
  if (/%2f/i.test(rawPath)) return none
  const path = decode(rawPath)
  if (path === undefined) return { type: 'malformed' }
  if (path.length > 1 && path.endsWith('/')) return withoutSlash(pages, path.slice(0, -1), query)
  const page = pages.byPath.get(path)
  if (page) {
    const value = page.parameter && new URLSearchParams(query).get(page.parameter)
    return { type: 'page', document: (value && page.variants.get(value)) || page.document }
  }
  const fallback = pages.fallbacks.get(parentOf(path))
  return fallback && !hasExtension(path) ? { type: 'page', document: fallback } : none
}

/** Redirects only to a page, so `//elsewhere.example/` leads nowhere. */
function withoutSlash(pages: LoadedPages, path: string, query: string): FoundPage {
  const isFallback = pages.fallbacks.has(parentOf(path)) && !path.endsWith('/')
  if (!pages.byPath.has(path) && !isFallback) return none
  const location = path.split('/').map(encodeURIComponent).join('/')
  return { type: 'redirect', location: query ? `${location}?${query}` : location }
}

/** No page or redirect may answer for a file (D-02). */
export function hasExtension(path: string): boolean {
  return path.slice(path.lastIndexOf('/') + 1).includes('.')
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator)
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

/** Excludes `robots.txt` and redirects. */
export function isForDocument(pages: LoadedPages, { method, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const end = url.indexOf('?')
  if (hasExtension(end === -1 ? url : url.slice(0, end))) return false
  return pages.byUrl.has(url) || findPage(pages, url).type === 'page'
}
