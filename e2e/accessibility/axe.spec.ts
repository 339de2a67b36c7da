import { type PageState, pages, states } from '../../scripts/lib/page-states.mjs'
import { violations } from '../support/axe'
import { storeCart } from '../support/shop'
import { expect, open, test } from '../support/test'

const WIDTHS = [360, 1280]
/** Every night a state is looked at on both screens; by day only its page is, and the state on the narrower one. */
const AT_EVERY_WIDTH = process.env.AXE_WIDTHS === 'all'
const HEIGHT = 900

const addressed = Object.entries(pages).map(([name, address]): [string, PageState] => [name, { address }])
const all = [...addressed, ...Object.entries(states)]

test.use({
  // A motion that has not ended is measured with colours nobody reads.
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /status of (402|404|409|422|503)|ERR_FAILED|ChunkLoadError/,
})

for (const [name, { address, from = 0, below = Number.POSITIVE_INFINITY, cart, prepare }] of all) {
  const [first = 0, ...others] = WIDTHS.filter((width) => width >= from && width < below)
  const wider = AT_EVERY_WIDTH || name in pages ? others : []
  test(`axe finds nothing: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: first, height: HEIGHT })
    if (cart) await storeCart(page, cart)
    await open(page, address)
    await prepare?.(page)
    expect(await violations(page), `${first} px`).toEqual([])
    // The same page with the same state, as a turned or a larger screen shows it.
    for (const width of wider) {
      await page.setViewportSize({ width, height: HEIGHT })
      expect(await violations(page), `${width} px`).toEqual([])
    }
  })
}
