import { routes } from '../support/routes'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

// WCAG 2.2, 1.4.4: a visitor whose browser is set to text of twice the usual size, in a window of the usual
// width. 400 % of 1280 px is the 320 px of width.mobile.spec.ts.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] })
  },
})

for (const { path } of routes) {
  test(`${path} takes text of 200 % without losing or covering any`, async ({ page }) => {
    await storeCart(page, [storedLine(2, 5)])
    await open(page, path)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('a, button, h1, h2, h3, p, label, li')]
        .filter((it) => getComputedStyle(it).overflow !== 'visible' && it.checkVisibility({ visibilityProperty: true }))
        .filter(
          (it) => it.clientWidth > 1 && (it.scrollHeight > it.clientHeight + 1 || it.scrollWidth > it.clientWidth + 1),
        )
        .map((it) => it.textContent),
    )
    expect(cut).toEqual([])
  })
}
