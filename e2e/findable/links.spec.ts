import { decode, headOf } from '../support/html'
import { privatePages, publicPages } from '../support/routes'
import { expect, test } from '../support/test'

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
  // Linked only when signed in, or from a filled cart.
  expect(notLinked).toEqual(['/account', '/checkout'])
})

function brokenAnchors(pages: ReadonlyMap<string, string>, site: string): string[] {
  return [...pages].flatMap(([path, html]) =>
    [...html.matchAll(/\shref="([^"]*#[^"]+)"/g)].flatMap(([, value = '']) => {
      const { origin, pathname, search, hash } = new URL(decode(value), site + path)
      const isThere = pages.get(pathname + search)?.includes(` id="${hash.slice(1)}"`)
      return isThere || origin !== site ? [] : [`${path} links to ${value}`]
    }),
  )
}

test('the sitemap lists every page that may be indexed, and no other', async ({ request, baseURL }) => {
  const response = await request.get('/sitemap.xml')
  expect(response.headers()['content-type']).toBe('application/xml; charset=utf-8')
  const sitemap = await response.text()
  const entries = [...sitemap.matchAll(/<url><loc>([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod><\/url>/g)]
  expect(entries.map(([, address]) => address).sort()).toEqual(publicPages.map((path) => baseURL + path).sort())
  for (const [, address = '', time = ''] of entries) {
    expect(new Date(time).toISOString(), address).toBe(time)
    expect(Date.parse(time), address).toBeLessThanOrEqual(Date.now())
    const page = await request.get(address, { maxRedirects: 0 })
    const { canonical, robots } = headOf(await page.text())
    expect([page.status(), canonical, robots], address).toEqual([200, [address], undefined])
  }
})

test('robots.txt lets everything be read and names the sitemap', async ({ request, baseURL }) => {
  const response = await request.get('/robots.txt')
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe(`User-agent: *\nAllow: /\nSitemap: ${baseURL}/sitemap.xml\n`)
})

const icons = [
  { href: '/favicon.ico', type: 'image/x-icon' },
  { href: '/favicon.svg', type: 'image/svg+xml; charset=utf-8' },
  { href: '/apple-touch-icon.png', type: 'image/png', size: 180 },
]

test('the site has an icon for every place that shows one', async ({ request }) => {
  const html = await (await request.get('/')).text()
  for (const { href, type, size } of icons) {
    expect(html).toMatch(new RegExp(`<link rel="(?:apple-touch-)?icon" href="${href}"`))
    const icon = await request.get(href)
    expect([icon.status(), icon.headers()['content-type']], href).toEqual([200, type])
    if (size) expect(pngWidth(await icon.body()), href).toBe(size)
  }
})

test('the manifest names the site and icons that are there in the size it says', async ({ request }) => {
  expect(await (await request.get('/')).text()).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  const response = await request.get('/manifest.webmanifest')
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await response.json()
  expect(manifest).toMatchObject({ name: 'Safety Training Partners', start_url: '/', lang: 'en-GB' })
  expect(manifest.icons.map(({ purpose, sizes }: Record<string, string>) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 512x512',
  ])
  for (const { src, sizes } of manifest.icons) {
    expect(`${pngWidth(await (await request.get(src)).body())}`, src).toBe(sizes.split('x')[0])
  }
})

function pngWidth(picture: Buffer): number {
  return picture.readUInt32BE(16)
}
