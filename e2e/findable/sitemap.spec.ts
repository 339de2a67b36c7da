import { expect, test } from '../support/test'
import { headOf } from './head-of'
import { publicPages } from './pages'

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
