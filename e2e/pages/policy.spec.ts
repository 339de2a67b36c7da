import { routes } from '../support/routes'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

test('every page runs the scripts and styles it names by hash, and nothing else', async ({ request }) => {
  for (const { path } of routes) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? ''
    const directives = new Map(policy.split(';').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
    expect(directives.get('default-src'), path).toEqual(["'self'"])
    expect(directives.get('base-uri'), path).toEqual(["'none'"])
    expect(directives.get('frame-ancestors'), path).toEqual(["'none'"])
    if (path !== '/checkout') expect(directives.get('frame-src'), path).toEqual(['https://www.openstreetmap.org'])
    expect(directives.get('script-src'), path).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/unsafe|^https?:$|\*$/)]),
    )
    if (path !== '/checkout') expect(directives.get('style-src'), path).not.toContain("'unsafe-inline'")
    expect(directives.get('worker-src'), path).toEqual(["'none'"])
    const types = path === '/checkout' ? undefined : ["'script'"]
    expect(directives.get('require-trusted-types-for'), path).toEqual(types)
  }
})

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
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).hover()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
  await left
  await expect(page.getByRole('heading', { level: 1, name: /blog/i })).toBeVisible()
  const [entry] = await page.evaluate(() => performance.getEntriesByType('navigation').map(({ name }) => name))
  expect(entry, 'the blog is a document again').toBe(`${baseURL}/blog`)
})

test('D-24: one document works on every package, where no text becomes markup and the policy lets the map in', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`refused ${violatedDirective} ${blockedURI}`),
    )
  })
  await open(page, '/about')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  const heading = page.getByRole('heading', { level: 1 })
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Blog' }).click()
  await expect(heading).toHaveText(/blog/i)
  await page.getByRole('main').locator('a[href^="/blog/"]').first().click()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  for (const [name, title] of [
    ['Our Courses', /Site Safety Plus/],
    ['Policies', /polic/i],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    await expect(heading).toHaveText(title)
  }
  const asked = page.waitForRequest((request) => request.url().startsWith('https://www.openstreetmap.org/'))
  await main.getByRole('link', { name: 'Contact' }).click()
  await expect(heading).toHaveText('Contact Us')
  await page.getByRole('button', { name: 'Show the map' }).click()
  await asked
  expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBe(true)
})

test.describe('Trusted Types: a text', () => {
  test.use({ expectedErrors: /Trusted(?:HTML|Script|ScriptURL|Types)/ })

  test('becomes neither markup nor the script of another host', async ({ page }) => {
    await open(page, '/about')
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

test.describe('an injected script', () => {
  test.use({ expectedErrors: /Content Security Policy/ })

  test('does not run', async ({ page }) => {
    await page.route('/about', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('</body>', '<script>globalThis.hacked = true</script></body>')
      await route.fulfill({ response, body })
    })
    const refused = page.waitForEvent('console', (message) => /Content Security Policy/.test(message.text()))
    await page.goto('/about')
    await refused
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
  })
})
