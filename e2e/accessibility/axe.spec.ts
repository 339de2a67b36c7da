import { type PageState, pages, states } from '../../scripts/lib/page-states.mjs'
import { violations } from '../support/axe'
import { storeCart } from '../support/shop'
import { expect, open, test } from '../support/test'

const addressed = Object.entries(pages).map(([name, address]): [string, PageState] => [name, { address }])
const all = [...addressed, ...Object.entries(states)]

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    // A motion that has not ended is measured with colours nobody reads.
    test.use({
      viewport: { width, height: 900 },
      contextOptions: { reducedMotion: 'reduce' },
      expectedErrors: /status of (402|404|409|422|503)|ERR_FAILED|ChunkLoadError/,
    })

    for (const [name, { address, from = 0, below = Number.POSITIVE_INFINITY, cart, bring }] of all) {
      if (width < from || width >= below) continue
      test(`axe finds nothing: ${name}`, async ({ page }) => {
        if (cart) await storeCart(page, cart)
        await open(page, address)
        await bring?.(page)
        expect(await violations(page)).toEqual([])
      })
    }
  })
}
