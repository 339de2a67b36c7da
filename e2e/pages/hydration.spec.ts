import type { Page } from '@playwright/test'
import { routes } from '../support/routes'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

// The `context` fixture fails a test on any error of console, script or security policy.
const addresses = [...routes.map(({ path }) => path), '/courses?category=food', '/checkout?method=paypal']

/** What browsers report as 0.000. */
const NO_SHIFT = 0.0005

for (const path of addresses) {
  test(`${path} is taken over without an error, and nothing on it moves`, async ({ page }) => {
    // With nothing in the cart the checkout leads elsewhere (R124).
    if (path.startsWith('/checkout')) await storeCart(page, [storedLine(14)])
    await watch(page)
    await open(page, path)
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    expect(await readShift(page)).toBeLessThan(NO_SHIFT)
  })
}

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    )
    const shifts: unknown[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })
}

/** Sum of all layout shifts so far. */
function readShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // A shift is known once the frame it happened in has been shown.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const shifts: { value: number }[] = Reflect.get(window, 'shifts')
    return shifts.reduce((sum, { value }) => sum + value, 0)
  })
}
