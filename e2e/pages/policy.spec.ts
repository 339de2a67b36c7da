import type { Locator, Page } from '@playwright/test'
import { headOf } from '../support/html'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, reportRefusals, test } from '../support/test'

test('the payment step is a document of its own: it names no other remote and lets no script of one in', async ({
  page,
  request,
  baseURL,
}) => {
  const response = await request.get('/checkout')
  const policy = response.headers()['content-security-policy'] ?? ''
  const [, sources = ''] = /script-src ([^;]*)/.exec(policy) ?? []
  const own = sources.split(' ').filter((source) => source.startsWith(baseURL ?? 'nothing'))
  expect(own).toEqual(['assets/shell', 'assets/checkout', 'sandbox'].map((folder) => `${baseURL}/${folder}/`))
  expect(sources).not.toContain("'self'")
  const html = await response.text()
  expect(html).toContain('/assets/checkout/')
  expect(html).not.toMatch(/\/assets\/(?:catalog|content)\//)

  await storeCart(page, [storedLine(1)])
  await open(page, '/checkout')
  const left = page.waitForEvent('framenavigated')
  const policies = page.getByRole('contentinfo').getByRole('link', { name: 'Policies' })
  await policies.hover()
  await policies.click()
  await left
  await expect(page.getByRole('heading', { level: 1, name: /policies/i })).toBeVisible()
  const [entry] = await page.evaluate(() => performance.getEntriesByType('navigation').map(({ name }) => name))
  expect(entry, 'the policies are a document again').toBe(`${baseURL}/policies`)
})

// A listener that a catalog script had left read e-mail and password, and so did the page that had opened the window.
test('D3: a form for a password is a document of its own, which no page before it can read', async ({ page }) => {
  await open(page, '/courses')
  await page.evaluate(() => addEventListener('input', ({ target }) => Reflect.set(window, 'read', target), true))
  const opened = page.waitForEvent('popup')
  const isRead = page.evaluate(async () => {
    const popup = window.open('/login')
    while (popup && !popup.closed) await new Promise((resolve) => setTimeout(resolve, 50))
    try {
      return Boolean(popup?.document)
    } catch {
      return false
    }
  })
  await (await opened).getByLabel('Email').fill('ada@example.com')
  expect(await isRead).toBe(false)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill('ada@example.com')
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => Reflect.has(window, 'read'))).toBe(false)
})

const footerLink = (name: string) => (page: Page) => page.getByRole('contentinfo').getByRole('link', { name })
const headerLink = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

const mainLink = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('link', { name }).first()

const tour: { path: string; link: (page: Page) => Locator }[] = [
  { path: '/about', link: footerLink('About Us') },
  { path: '/courses/citb-ssp', link: footerLink('Our Courses') },
  { path: '/courses', link: mainLink('all courses') },
  { path: '/courses?category=food', link: mainLink('Food Safety') },
  { path: '/blog', link: headerLink('Blog') },
  { path: '/blog/2', link: mainLink(/first-aiders/) },
  { path: '/careers', link: headerLink('Careers') },
  { path: '/policies', link: footerLink('Policies') },
]

test('D-24: one document shows every package: the head follows, the policy lets all in', async ({ page, request }) => {
  await reportRefusals(page)
  await open(page, '/cart')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  for (const { path, link } of tour) {
    await link(page).click()
    await expect(page).toHaveURL(path)
    const fromServer = headOf(await (await request.get(path)).text())
    await expect.poll(async () => headOf(await page.evaluate(() => document.head.outerHTML)), path).toEqual(fromServer)
  }
  await headerLink('Contact')(page).click()
  await expect(page.frameLocator('iframe[src="/map"]').getByRole('img')).toBeVisible()
  expect(await page.evaluate(() => Object.hasOwn(window, 'isSameDocument'))).toBe(true)
})

test.describe('an injection', () => {
  test.use({ expectedErrors: /Trusted(?:HTML|Script|ScriptURL|Types)|Content Security Policy/ })

  test('a script in the document does not run; a text becomes neither markup nor the script of another host', async ({
    page,
  }) => {
    await page.route('/about', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('</body>', '<script>globalThis.hacked = true</script></body>')
      await route.fulfill({ response, body })
    })
    const refused = page.waitForEvent('console', (message) => /Content Security Policy/.test(message.text()))
    await open(page, '/about')
    await refused
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
    const refusals = await page.evaluate(() => {
      const attempts: (() => unknown)[] = [
        () => Object.assign(document.createElement('div'), { innerHTML: '<img src=x>' }),
        () => Object.assign(document.createElement('script'), { src: 'https://evil.example/x.js' }),
        () => Object.assign(document.createElement('script'), { src: '/images/x.js' }),
        () => Object.assign(document.createElement('script'), { text: 'evil()' }),
        () => document.createElement('a').setAttribute('onclick', 'evil()'),
        () => Object.assign(document.createElement('iframe'), { srcdoc: '<script>evil()</script>' }),
      ]
      return attempts.map((attempt) => {
        try {
          attempt()
          return 'let in'
        } catch (error) {
          return error instanceof TypeError ? 'refused' : String(error)
        }
      })
    })
    expect(refusals).toEqual(Array.from(refusals, () => 'refused'))
    const own = await page.evaluate(() =>
      Object.assign(document.createElement('script'), { src: '/assets/shell/x.js' }).getAttribute('src'),
    )
    expect(own).toBe('/assets/shell/x.js')
  })
})
