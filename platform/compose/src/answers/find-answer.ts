/** Rows by address: `/courses`, `/courses?category=food`, and `/blog/…` for every other path directly below a folder. */
export type AnswerTable<Row> = {
  rows: ReadonlyMap<string, Row>
  /** By path: the one query parameter that counts. */
  parameters: ReadonlyMap<string, string>
}

type Found<Row> =
  | { type: 'row'; row: Row }
  | { type: 'redirect'; location: string }
  | { type: 'malformed' }
  | { type: 'none' }

/** Stands for any name; no page's path may have it. */
const ANY = '…'

export function fallbackAddress(below: string): string {
  return `${below}/${ANY}`
}

export function variantAddress(path: string, parameter: string, value: string): string {
  return `${path}?${parameter}=${encodeURIComponent(value)}`
}

export function findAnswer<Row>({ rows, parameters }: AnswerTable<Row>, url: string): Found<Row> {
  const exact = rows.get(url)
  if (exact) return { type: 'row', row: exact }
  const [, rawPath = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? []
  // An escaped slash or question mark is no separator, so no page has it.
  if (/%[23]f/i.test(rawPath)) return { type: 'none' }
  const path = decode(rawPath)
  if (path === undefined) return { type: 'malformed' }
  const page = rows.get(path)
  if (page) {
    const parameter = parameters.get(path)
    const value = parameter && new URLSearchParams(query).get(parameter)
    return { type: 'row', row: (value && rows.get(variantAddress(path, parameter, value))) || page }
  }
  if (path.endsWith('/')) return withoutSlash(rows, path.slice(0, -1), query)
  const row = hasExtension(path) ? undefined : rows.get(fallbackAddress(parentOf(path)))
  return row ? { type: 'row', row } : { type: 'none' }
}

/** Redirects only to a page, so `//elsewhere.example/` leads nowhere. */
function withoutSlash<Row>(rows: ReadonlyMap<string, Row>, path: string, query: string): Found<Row> {
  const isFallback = rows.has(fallbackAddress(parentOf(path))) && !path.endsWith('/') && !hasExtension(path)
  if (!rows.has(path) && !isFallback) return { type: 'none' }
  const location = path.split('/').map(encodeURIComponent).join('/')
  return { type: 'redirect', location: query ? `${location}?${query}` : location }
}

/**
 * Redirects a mistyped address home (R3, D-02). A missing file gets 404, because HTML must not answer for a script.
 * @param path that no row, file or route of the origin answers
 */
export function answerToUnknown(path: string): { status: 404 } | { status: 302; location: '/' } {
  const isFile = hasExtension(path) || /^\/(?:assets|images)(?:\/|$)/.test(path)
  return isFile ? { status: 404 } : { status: 302, location: '/' }
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
