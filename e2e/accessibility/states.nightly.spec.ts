import { type PageState, states } from '../../scripts/lib/page-states.mjs'
import { storeCart } from '../support/shop'
import { expect, open, test } from '../support/test'
import { findings, looks } from './checks'
import { known } from './known'

// What a visitor can bring a page into: open windows, errors, what is paid or refused. What acts on a page would leave the state.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /status of (401|402|404|409|422|503)|ERR_FAILED|ChunkLoadError/,
})

const WIDE = 1280
const NARROW = 360

for (const [name, { address, below, cart, prepare }] of Object.entries<PageState>(states)) {
  test(`nobody is kept out: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: below ? NARROW : WIDE, height: 800 })
    if (cart) await storeCart(page, cart)
    await open(page, address)
    await prepare?.(page)
    const found = await findings(page, looks)
    expect(found.filter((it) => !known.some((expected) => expected.test(it)))).toEqual([])
  })
}
