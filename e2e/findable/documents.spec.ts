import type { APIRequestContext } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { headOf, textsOf } from '../support/html'
import { privatePages, publicPages, routes } from '../support/routes'
import { expect, test } from '../support/test'

const ORDER = '/account/orders/order_1763716276001_ab12cd34'
/** Ten segments of 1,460 bytes fit the initial window (RFC 6928). */
const FIRST_FLIGHT = 10 * 1_460
const everywhere = {
  'og:image:width': ['1200'],
  'og:image:height': ['630'],
  'og:site_name': ['Safety Training Partners'],
  'og:locale': ['en_GB'],
  'twitter:card': ['summary_large_image'],
}

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // Naming a list is a valid use.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // The search filters while typing; there is nothing to submit.
    'wcag/h32': 'off',
  },
})
/** React's own, until it hydrates the form. */
const HANDLED_BY_REACT = / (?:form)?action="javascript:[^"]*"/gi

async function expectValid(html: string): Promise<void> {
  const { results } = await validator.validateString(html.replace(HANDLED_BY_REACT, ''))
  const problems = results.flatMap(({ messages }) => messages)
  expect(problems.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)).toEqual([])
}

const pages = [...publicPages, ...privatePages]
for (const path of pages) {
  test(`R2, R9, P1: ${path} is one valid document in the first flight, and says what it is to search engines and link previews`, async ({
    request,
    baseURL,
  }) => {
    const html = await readFirstFlight(request, path)
    await expectValid(html)
    const { heading = /./ } = routes.find((it) => it.path === path) ?? {}
    expect(textsOf(html, 'h1')).toEqual([expect.stringMatching(heading)])
    const head = headOf(html)
    const [title = ''] = head.title ?? []
    const [description = ''] = head.description ?? []
    const [image = ''] = head['og:image'] ?? []
    expect(title).toMatch(/^\S.+ \| Safety Training Partners$/)
    expect(description.length, description).toBeGreaterThanOrEqual(50)
    expect(description.length, description).toBeLessThanOrEqual(160)
    const own = title.replace(' | Safety Training Partners', '')
    expect(head).toEqual({
      ...everywhere,
      title: [title],
      description: [description],
      canonical: [baseURL + path],
      'og:type': [path.startsWith('/blog/') ? 'article' : 'website'],
      'og:title': [own],
      'og:description': [description],
      'og:url': [baseURL + path],
      'og:image': [image],
      'og:image:alt': [own],
      ...(privatePages.includes(path) && { robots: ['noindex'] }),
    })
    expect(image.startsWith(`${baseURL}/og/`)).toBe(true)
    await expectPicture(request, image)
    await expectStructured(request, path, html, baseURL)
  })
}

async function readFirstFlight(request: APIRequestContext, path: string): Promise<string> {
  const response = await request.get(path, { maxRedirects: 0, headers: { 'accept-encoding': 'br' } })
  expect(response.status()).toBe(200)
  const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = response.headers()
  expect([type, encoding]).toEqual([expect.stringContaining('text/html'), 'br'])
  const head = response.headersArray().reduce((sum, { name, value }) => sum + name.length + value.length + 4, 19)
  expect(head + Number(length)).toBeLessThanOrEqual(FIRST_FLIGHT)
  return response.text()
}

async function expectPicture(request: APIRequestContext, address: string): Promise<void> {
  const picture = await request.get(address)
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  const content = await picture.body()
  expect(jpegSize(content)).toEqual({ width: 1200, height: 630 })
  expect(content.length).toBeLessThanOrEqual(60_000)
}

/** px */
function jpegSize(picture: Buffer): { width: number; height: number } {
  const [baseline, progressive] = [0xffc0, 0xffc2]
  for (let at = 2; at + 9 < picture.length; at += 2 + picture.readUInt16BE(at + 2)) {
    const marker = picture.readUInt16BE(at)
    if (marker === baseline || marker === progressive)
      return { height: picture.readUInt16BE(at + 5), width: picture.readUInt16BE(at + 7) }
  }
  throw new Error('This is not a JPEG picture')
}

test('R2: no two pages share a description', async ({ request }) => {
  const heads = await Promise.all(pages.map(async (path) => headOf(await (await request.get(path)).text())))
  expect(new Set(heads.flatMap(({ description }) => description)).size).toBe(pages.length)
})

test('R23: words that do not make another page are left out of its address', async ({ request, baseURL }) => {
  const canonical = async (path: string) => headOf(await (await request.get(path)).text()).canonical
  expect(await canonical('/courses?category=online&type=food')).toEqual([`${baseURL}/courses?category=online`])
  expect(await canonical('/courses?category=nonsense&utm_source=mail')).toEqual([`${baseURL}/courses`])
  expect(await canonical('/checkout?method=paypal')).toEqual([`${baseURL}/checkout`])
})

test('R202, D-21, P1: orders and unknown posts are kept out of search engines and have no address of their own', async ({
  request,
}) => {
  for (const [path, status, title] of [
    [ORDER, 200, 'Your order'],
    ['/blog/no-such-post', 404, 'Blog Post Not Found'],
  ] as const) {
    const response = await request.get(path)
    const html = path === ORDER ? await readFirstFlight(request, path) : await response.text()
    const { robots, title: titles, canonical, ...head } = headOf(html)
    expect([response.status(), textsOf(html, 'h1'), robots]).toEqual([status, [title], ['noindex']])
    expect([canonical, head['og:url']]).toEqual([undefined, undefined])
    expect(titles).toEqual([expect.stringContaining(title)])
    expect(html).not.toContain('order_1763716276001')
    await expectValid(html)
    await expectStructured(request, path, html)
  }
})

type SchemaNode = Record<string, unknown>

const DATA = /<script type="application\/ld\+json">(.*?)<\/script>/gs

function graphOf(html: string): SchemaNode[] {
  const [block, ...others] = [...html.matchAll(DATA)]
  expect(others).toEqual([])
  if (!block?.[1]) return []
  const data: { '@context': unknown; '@graph': SchemaNode[] } = JSON.parse(block[1])
  expect(data['@context']).toBe('https://schema.org')
  return data['@graph']
}

function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^https?:/.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(addressesIn)
}

/** Others: `release.test.ts` of their packages. */
const TYPES: Readonly<Record<string, string[]>> = {
  '/': ['WebSite', 'Organization'],
  '/about': ['BreadcrumbList', 'Organization'],
  '/contact': ['BreadcrumbList', 'Organization'],
}

/** A public page says what it is about, with addresses that are there; any other says nothing. Activation has rules for the rest. */
async function expectStructured(request: APIRequestContext, path: string, html: string, site = ''): Promise<void> {
  const isPublic = publicPages.includes(path)
  const graph = graphOf(html)
  const types = graph.map((it) => it['@type'])
  expect(types).toEqual(TYPES[path] ?? (isPublic ? expect.arrayContaining(['BreadcrumbList']) : []))
  if (isPublic && path !== '/') {
    const trail = addressesIn(graph[0])
    expect([trail[0], trail.at(-1)]).toEqual([`${site}/`, site + path])
  }
  for (const address of new Set(addressesIn(graph))) {
    const { hash } = new URL(address)
    const response = await request.get(address, { maxRedirects: 0 })
    expect(response.status(), address).toBe(200)
    if (hash && hash !== '#organisation') expect(await response.text(), address).toContain(` id="${hash.slice(1)}"`)
  }
}
