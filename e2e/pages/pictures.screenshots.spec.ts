import path from 'node:path'
import { consoleSections, type PageState, pages, states } from '../../scripts/lib/page-states.mjs'
import { storeCart } from '../support/shop'
import { root } from '../support/site'
import { open, test } from '../support/test'

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
]
const whole = Object.entries(pages).map(([name, address]): [string, PageState] => [name, { address, isWhole: true }])

test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedErrors: /(?:)/ })

for (const viewport of SIZES) {
  const { width } = viewport
  const fileOf = (name: string) => path.join(root, 'screenshots', String(width), `${name}.png`)
  test.describe(`${width} px`, () => {
    test.use({ viewport, hasTouch: width < 768 })
    for (const [name, state] of [...whole, ...Object.entries<PageState>(states)]) {
      const { address, from = 0, below = Number.POSITIVE_INFINITY, cart, prepare, isWhole = false } = state
      if (width < from || width >= below) continue
      test(name, async ({ page }) => {
        if (cart) await storeCart(page, cart)
        await open(page, address)
        await prepare?.(page)
        await page.screenshot({ path: fileOf(name), fullPage: isWhole })
      })
    }

    test('console', async ({ site, page }) => {
      const link = await site.startConsole()
      await page.goto(link)
      await page.getByRole('button', { name: 'Continue' }).click()
      for (const [name, address] of Object.entries(consoleSections)) {
        await page.goto(new URL(address, link).href)
        await page.screenshot({ path: fileOf(name), fullPage: true })
      }
    })
  })
}
