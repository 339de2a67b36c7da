import type { APIRequestContext, APIResponse } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { headOf, textsOf } from '../support/html'
import { jpegSize } from '../support/jpeg-size'
import { privatePages, publicPages, routes } from '../support/routes'
import { expectStructured } from '../support/structured-data'
import { expect, test } from '../support/test'

const ORDER = '/account/orders/order_1763716276001_ab12cd34'
const UNKNOWN = '/blog/no-such-post'
/** Ten segments of 1,460 bytes fit the initial window (RFC 6928). */
const FIRST_FLIGHT = 10 * 1_460
const everywhere = {
  'og:image:width': ['1200'],
  'og:image:height': ['630'],
  'og:site_name': ['Safety Training Partners'],
  'og:locale': ['en_GB'],
  'twitter:card': ['summary_large_image'],
}
/** Previews show the title without it. */
const SUFFIX = ' | Safety Training Partners'

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
for (const path of [...pages, ORDER]) {
  test(`R2, R9, P1: ${path} is one valid document in the first flight, and runs the scripts and styles it names alone`, async ({
    request,
  }) => {
    const response = await request.get(path, { maxRedirects: 0, headers: { 'accept-encoding': 'br' } })
    expect(response.status()).toBe(200)
    const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = response.headers()
    expect([type, encoding]).toEqual([expect.stringContaining('text/html'), 'br'])
    const head = response.headersArray().reduce((sum, { name, value }) => sum + name.length + value.length + 4, 19)
    expect(head + Number(length)).toBeLessThanOrEqual(FIRST_FLIGHT)
    const html = await response.text()
    await expectValid(html)
    expect(textsOf(html, 'h1')).toEqual([routes.find((it) => it.path === path)?.heading ?? /./].map(matching))
    expectPolicy(path, response)
  })
}

const matching = (text: RegExp) => expect.stringMatching(text)

function expectPolicy(path: string, response: APIResponse): void {
  const policy = response.headers()['content-security-policy'] ?? ''
  const directives: Record<string, string[]> = Object.fromEntries(
    policy.split(';').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
  )
  expect(directives).toMatchObject({
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'worker-src': ["'none'"],
  })
  expect(directives['script-src']?.filter((it) => /unsafe|^https?:$|\*$/.test(it))).toEqual([])
  if (path === '/checkout') return
  expect(directives).not.toHaveProperty('frame-src')
  expect(directives['style-src']).not.toContain("'unsafe-inline'")
  expect(directives['require-trusted-types-for']).toEqual(["'script'"])
}

for (const path of pages) {
  test(`R2: ${path} says what it is to search engines and link previews`, async ({ request, baseURL }) => {
    const html = await (await request.get(path)).text()
    const head = headOf(html)
    const [title = ''] = head.title ?? []
    const [description = ''] = head.description ?? []
    const [image = ''] = head['og:image'] ?? []
    expect(title).toMatch(/^\S.+ \| Safety Training Partners$/)
    expect(description.length, description).toBeGreaterThanOrEqual(50)
    expect(description.length, description).toBeLessThanOrEqual(160)
    const own = title.slice(0, -SUFFIX.length)
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
    await expectStructured({ path, html, request, baseURL, isPublic: !privatePages.includes(path) })
  })
}

async function expectPicture(request: APIRequestContext, address: string): Promise<void> {
  const picture = await request.get(address)
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  const content = await picture.body()
  expect(jpegSize(content)).toEqual({ width: 1200, height: 630 })
  expect(content.length).toBeLessThanOrEqual(60_000)
}

test('R2: no two pages share a title, a description or an address', async ({ request }) => {
  const heads = await Promise.all(pages.map(async (path) => headOf(await (await request.get(path)).text())))
  for (const name of ['title', 'description', 'canonical']) {
    expect(new Set(heads.flatMap((head) => head[name])).size, name).toBe(pages.length)
  }
})

test('R23: words that do not make another page are left out of its address', async ({ request, baseURL }) => {
  const canonical = async (path: string) => headOf(await (await request.get(path)).text()).canonical
  expect(await canonical('/courses?category=online&type=food')).toEqual([`${baseURL}/courses?category=online`])
  expect(await canonical('/courses?category=nonsense&utm_source=mail')).toEqual([`${baseURL}/courses`])
  expect(await canonical('/checkout?method=paypal')).toEqual([`${baseURL}/checkout`])
})

test('R202, D-21: orders and unknown posts are kept out of search engines and have no address of their own', async ({
  request,
}) => {
  for (const [path, status, title] of [
    [ORDER, 200, 'Your order'],
    [UNKNOWN, 404, 'Blog Post Not Found'],
  ] as const) {
    const response = await request.get(path)
    const html = await response.text()
    const { robots, title: titles, canonical, ...head } = headOf(html)
    expect([response.status(), textsOf(html, 'h1'), robots, canonical, head['og:url']]).toEqual([
      status,
      [title],
      ['noindex'],
      undefined,
      undefined,
    ])
    expect(titles).toEqual([expect.stringContaining(title)])
    expect(html).not.toContain('order_1763716276001')
    await expectValid(html)
    await expectStructured({ path, html, request, isPublic: false })
  }
})
