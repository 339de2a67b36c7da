import { decode } from '../support/html'
import { privatePages, publicPages } from '../support/routes'
import { expect, test } from '../support/test'

/** An activation refuses links that lead nowhere. */
test('every page is led to', async ({ request, baseURL }) => {
  const pages = [...publicPages, ...privatePages]
  const led = new Set(['/'])
  // It grows while it is walked.
  for (const path of led) {
    const html = await (await request.get(path)).text()
    for (const [, value = ''] of html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      const { origin, pathname, search } = new URL(decode(value), `${baseURL}${path}`)
      if (origin === baseURL && pages.includes(pathname + search)) led.add(pathname + search)
    }
  }
  // Linked only when signed in, or from a filled cart.
  expect(pages.filter((path) => !led.has(path))).toEqual(['/account', '/checkout'])
})

test('the sitemap lists every page that may be indexed, and no other', async ({ request, baseURL }) => {
  const response = await request.get('/sitemap.xml')
  expect(response.headers()['content-type']).toBe('application/xml; charset=utf-8')
  const sitemap = await response.text()
  const entries = [...sitemap.matchAll(/<url><loc>([^<]+)<\/loc><lastmod>[^<]+<\/lastmod><\/url>/g)]
  expect(entries.map(([, address]) => address).sort()).toEqual(publicPages.map((path) => baseURL + path).sort())
})

test('robots.txt lets everything be read and names the sitemap', async ({ request, baseURL }) => {
  const response = await request.get('/robots.txt')
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe(`User-agent: *\nAllow: /\nSitemap: ${baseURL}/sitemap.xml\n`)
})

test('the site has an icon for every place that shows one, and the manifest names more, in the size it says', async ({
  request,
}) => {
  const html = await (await request.get('/')).text()
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  expect(manifest).toMatchObject({ name: 'Safety Training Partners', start_url: '/', lang: 'en-GB' })
  const sizes = manifest.icons.map((icon: Record<string, string>) => `${icon.purpose} ${icon.sizes}`)
  expect(sizes).toEqual(['any 192x192', 'any 512x512', 'maskable 512x512'])
  const icons = [
    { src: '/favicon.ico', type: 'image/x-icon' },
    { src: '/favicon.svg', type: 'image/svg+xml; charset=utf-8' },
    { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
  ]
  for (const { src } of icons) expect(html).toMatch(new RegExp(`<link rel="(?:apple-touch-)?icon" href="${src}"`))
  for (const { src, type, sizes } of [...icons, ...manifest.icons]) {
    const icon = await request.get(src)
    expect([icon.status(), icon.headers()['content-type']], src).toEqual([200, type])
    const width = (await icon.body()).readUInt32BE(16)
    if (sizes) expect(`${width}x${width}`, src).toBe(sizes)
  }
})
