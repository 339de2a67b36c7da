import { routes } from '../support/routes'
import { expect, open, test } from '../support/test'

test('D-24: the policy lets the map in, also for a visitor who comes from another page', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ blockedURI }) => console.error(`refused ${blockedURI}`))
  })
  await open(page, '/about')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  const asked = page.waitForRequest((request) => request.url().startsWith('https://www.openstreetmap.org/'))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await asked
  expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument')), 'a client navigation').toBe(true)
})

test('every page runs the scripts and styles it names by hash, and nothing else', async ({ request }) => {
  for (const { path } of routes) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? ''
    const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
    expect(directives.get('default-src'), path).toEqual(["'none'"])
    expect(directives.get('base-uri'), path).toEqual(["'none'"])
    expect(directives.get('frame-ancestors'), path).toEqual(["'none'"])
    if (path !== '/checkout')
      expect(directives.get('frame-src'), path).toEqual(["'self'", 'https://www.openstreetmap.org'])
    expect(directives.get('script-src'), path).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/unsafe|^https?:$|\*$/)]),
    )
    if (path !== '/checkout') expect(directives.get('style-src'), path).not.toContain("'unsafe-inline'")
  }
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
