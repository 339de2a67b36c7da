import { routes } from '../support/routes'
import { expect, open, test } from '../support/test'

// The `context` fixture fails a test on any error of console, script or security policy.
const addresses = [...routes.map(({ path }) => path), '/courses?category=food', '/checkout?method=paypal']

for (const path of addresses) {
  test(`${path} is taken over without an error, and nothing on it changes or moves`, async ({ page }) => {
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`policy: ${violatedDirective} ${blockedURI}`),
      )
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) console.error(`layout shift ${JSON.stringify(shift)}`)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await open(page, path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  })
}
