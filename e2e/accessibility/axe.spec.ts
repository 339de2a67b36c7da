import { type PageState, pages, states } from '../../scripts/lib/page-states.mjs'
import { violations } from '../support/axe'
import { storeCart } from '../support/shop'
import { expect, open, test } from '../support/test'

const WIDTHS = [360, 1280]
/** Nightly checks whole states at every width; daily checks skip header and footer and use the narrow width. */
const IS_NIGHT = process.env.AXE_WIDTHS === 'all'
const FRAME = ['header', 'footer']
const OF_FRAME = /^(menu|quick|link|chat)-/
const HEIGHT = 900

const addressed = Object.entries(pages).map(([name, address]): [string, PageState] => [name, { address }])
const all = [...addressed, ...Object.entries(states)]

test.use({
  // Running animations give wrong colours.
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /status of (402|404|409|422|503)|ERR_FAILED|ChunkLoadError/,
})

for (const [name, { address, from = 0, below = Number.POSITIVE_INFINITY, cart, prepare }] of all) {
  const [first = 0, ...others] = WIDTHS.filter((width) => width >= from && width < below)
  const wider = IS_NIGHT || name in pages ? others : []
  const without = IS_NIGHT || name in pages || OF_FRAME.test(name) ? [] : FRAME
  test(`axe finds nothing: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: first, height: HEIGHT })
    if (cart) await storeCart(page, cart)
    await open(page, address)
    await prepare?.(page)
    expect(await violations(page, without), `${first} px`).toEqual([])
    for (const width of wider) {
      await page.setViewportSize({ width, height: HEIGHT })
      expect(await violations(page), `${width} px`).toEqual([])
    }
  })
}
