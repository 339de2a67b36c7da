import { routes } from '../support/routes'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

for (const { path } of routes) {
  test(`${path} fits a screen 320 px wide without scrolling sideways`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 })
    await storeCart(page, [storedLine(2, 5)])
    await open(page, path)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  })
}
