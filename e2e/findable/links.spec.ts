import { decode } from '../support/html'
import { expect, test } from '../support/test'
import { privatePages, publicPages } from './pages'

const ADDRESS = /<[a-z]+\b[^>]*?\s(?:href|src|poster)="([^"]*)"/g

test('every link leads somewhere, and every page is led to', async ({ request, baseURL }) => {
  const site = baseURL ?? ''
  const pages = new Map<string, string>()
  const broken: string[] = []
  const waiting = ['/']
  const seen = new Set(waiting)
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await request.get(path, { maxRedirects: 0 })
    if (response.status() !== 200) broken.push(`${path} answers ${response.status()}`)
    if (!response.headers()['content-type']?.startsWith('text/html')) continue
    const html = await response.text()
    pages.set(path, html)
    for (const [, value = ''] of html.matchAll(ADDRESS)) {
      const { origin, pathname, search } = new URL(decode(value), site + path)
      const target = pathname + search
      if (origin !== site || seen.has(target)) continue
      seen.add(target)
      waiting.push(target)
    }
  }
  expect([...broken, ...brokenAnchors(pages, site)]).toEqual([])
  const notLinked = [...publicPages, ...privatePages].filter((path) => !pages.has(path))
  // Whoever is signed in is led to the one, a cart with something in it to the other.
  expect(notLinked).toEqual(['/account', '/checkout'])
})

/** Links to a part of a page that the page does not have. */
function brokenAnchors(pages: ReadonlyMap<string, string>, site: string): string[] {
  return [...pages].flatMap(([path, html]) =>
    [...html.matchAll(/\shref="([^"]*#[^"]+)"/g)].flatMap(([, value = '']) => {
      const { origin, pathname, search, hash } = new URL(decode(value), site + path)
      const isThere = pages.get(pathname + search)?.includes(` id="${hash.slice(1)}"`)
      return isThere || origin !== site ? [] : [`${path} links to ${value}`]
    }),
  )
}
