import { expect, test } from '../support/test'

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
