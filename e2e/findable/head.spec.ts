import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { type Head, headOf } from '../support/html'
import { privatePages, publicPages, routes } from '../support/routes'
import { expect, open, test } from '../support/test'

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

for (const path of [...publicPages, ...privatePages]) {
  test(`R2: ${path} is valid HTML and says what it is to search engines and link previews`, async ({
    request,
    baseURL,
  }) => {
    const html = await (await request.get(path)).text()
    await expectValid(html)
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

    const picture = await request.get(image)
    expect(image.startsWith(`${baseURL}/og/`)).toBe(true)
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg'])
    const content = await picture.body()
    expect(jpegSize(content)).toEqual({ width: 1200, height: 630 })
    expect(content.length).toBeLessThanOrEqual(60_000)
  })
}

test('R2: no two pages share a title, a description or an address', async ({ request }) => {
  // One page serves all orders and has no address of its own.
  const shown = routes.map(({ path }) => path).filter((path) => !path.startsWith('/account/orders/'))
  const paths = [...new Set([...publicPages, ...privatePages, ...shown])]
  const heads: Head[] = []
  for (const path of paths) heads.push(headOf(await (await request.get(path)).text()))
  for (const name of ['title', 'description', 'canonical']) {
    expect(new Set(heads.flatMap((head) => head[name])).size, name).toBe(paths.length)
  }
})

test('R23: words that do not make another page are left out of its address', async ({ request, baseURL }) => {
  const canonical = async (path: string) => headOf(await (await request.get(path)).text()).canonical
  expect(await canonical('/courses?category=online&type=food')).toEqual([`${baseURL}/courses?category=online`])
  expect(await canonical('/courses?category=nonsense&utm_source=mail')).toEqual([`${baseURL}/courses`])
  expect(await canonical('/checkout?method=paypal')).toEqual([`${baseURL}/checkout`])
})

test('R202: an order is kept out of search engines, and its document names none', async ({ request }) => {
  const response = await request.get('/account/orders/order_1763716276001_ab12cd34')
  const html = await response.text()
  const head = headOf(html)
  expect(response.status()).toBe(200)
  expect(head.robots).toEqual(['noindex'])
  expect([head.canonical, head['og:url']]).toEqual([undefined, undefined])
  expect(html).not.toContain('order_1763716276001')
})

test('D-21: an unknown post is kept out of search engines and has no address of its own', async ({ request }) => {
  const html = await (await request.get('/blog/no-such-post')).text()
  await expectValid(html)
  const head = headOf(html)
  expect(head.robots).toEqual(['noindex'])
  expect(head.title).toEqual(['Blog Post Not Found | Safety Training Partners'])
  expect([head.canonical, head['og:url']]).toEqual([undefined, undefined])
})

function jpegSize(picture: Buffer): { width: number; height: number } {
  const [baseline, progressive] = [0xffc0, 0xffc2]
  for (let at = 2; at + 9 < picture.length; at += 2 + picture.readUInt16BE(at + 2)) {
    const marker = picture.readUInt16BE(at)
    if (marker === baseline || marker === progressive)
      return { height: picture.readUInt16BE(at + 5), width: picture.readUInt16BE(at + 7) }
  }
  throw new Error('This is not a JPEG picture')
}

const footerLink = (name: string) => (page: Page) => page.getByRole('contentinfo').getByRole('link', { name })
const headerLink = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

const tour: { path: string; link: (page: Page) => ReturnType<Page['getByRole']> }[] = [
  { path: '/about', link: footerLink('About Us') },
  { path: '/courses/citb-ssp', link: footerLink('Our Courses') },
  { path: '/courses', link: (page) => page.getByRole('main').getByRole('link', { name: 'all courses' }) },
  { path: '/courses?category=food', link: (page) => page.getByRole('main').getByText('Food Safety', { exact: true }) },
  { path: '/blog', link: headerLink('Blog') },
  {
    path: '/blog/2',
    link: (page) =>
      page
        .getByRole('main')
        .getByRole('link', { name: /first-aiders/ })
        .first(),
  },
  { path: '/careers', link: headerLink('Careers') },
  { path: '/policies', link: footerLink('Policies') },
]

test('the head follows each navigation, without a tag doubled or left behind', async ({ page, request }) => {
  await open(page, '/cart')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  for (const { path, link } of tour) {
    await link(page).click()
    await expect(page).toHaveURL(path)
    const fromServer = headOf(await (await request.get(path)).text())
    await expect.poll(async () => headOf(await page.evaluate(() => document.head.outerHTML)), path).toEqual(fromServer)
  }
  expect(await page.evaluate(() => Object.hasOwn(window, 'isSameDocument'))).toBe(true)
})
