import { createHash } from 'node:crypto'
import path from 'node:path'
import { publicPaths } from '../support/evidence'
import { expect, test } from '../support/test'
import { startNginx } from './nginx'
import { nginxProgram } from './programs'

/** nginx makes its own entity tags and names; all else is the origin's. */
const compared = [
  'cache-control',
  'content-encoding',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'location',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'vary',
  'x-content-type-options',
]

const others = [
  '/robots.txt',
  '/sitemap.xml',
  '/about/',
  '/courses/?category=food',
  '/courses?category=nonsense',
  '/courses?category=food&type=x',
  '/blog/no-such-post/',
  '/blog/a.b',
  '/nowhere',
  '/nowhere/at-all?x=1',
  '/nothing.js',
  '/images/nothing.svg',
  '/releases',
  '/releases/shell/0.0.0/main.js',
  '/releases/../server/index.cjs',
  '/images/logo.svg',
  '/media/hero.webm',
]

test('nginx answers every address of a composition as the origin does', async ({ site }) => {
  test.skip(!nginxProgram, 'NGINX IS NOT INSTALLED: the static configuration is not tested')
  const originUrl = await site.start()
  const folder = path.join(path.dirname(site.directory), 'nginx')
  const pages = path.join(folder, 'made.conf')
  await site.mustRun('nginx', '--out', pages)
  const nginx = await startNginx({ folder, pages, apiPorts: [9] })
  try {
    const html = await (await fetch(`${originUrl}/checkout`)).text()
    const assets = [...new Set(html.match(/\/releases\/[^"'\\ ]+\.(?:js|css)/g))]
    expect(assets.length).toBeGreaterThan(3)
    const paths = [...publicPaths.filter((url) => url !== '/composition.json'), ...others, ...assets]
    for (const encoding of ['gzip', 'identity']) {
      for (const address of paths) {
        const [expected, actual] = await Promise.all([
          look(originUrl + address, encoding),
          look(nginx.url + address, encoding),
        ])
        expect(actual, `${address} (${encoding})`).toEqual(expected)
      }
    }
    const removed = await fetch(`${nginx.url}/about`, { method: 'DELETE' })
    expect(removed.status).toBe(405)
  } finally {
    await nginx.stop()
  }
})

async function look(url: string, encoding: string) {
  const response = await fetch(url, { redirect: 'manual', headers: { 'accept-encoding': encoding } })
  // What a redirect says besides where to go is for nobody.
  const isRedirect = response.status >= 300 && response.status < 400
  const names = compared.filter((name) => !isRedirect || name !== 'content-type')
  const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name)?.toLowerCase()]))
  const body = Buffer.from(await response.arrayBuffer())
  const digest = isRedirect ? '' : createHash('sha256').update(body).digest('hex')
  return { status: response.status, headers, digest }
}
