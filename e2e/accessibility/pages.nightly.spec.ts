import { pages } from '../../scripts/lib/page-states.mjs'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'
import { findings } from './checks'
import { known } from './known'

// WCAG 2.2, levels A and AA: what the checks see of each criterion is looked at page by page.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /status of (401|404)/,
})

const templates = { ...pages, 'cart-filled': '/cart', checkout: '/checkout' }

for (const [name, address] of Object.entries(templates)) {
  test(`nobody is kept out: ${name}`, async ({ page }) => {
    if (!name.startsWith('cart-empty')) await storeCart(page, [storedLine(2, 5)])
    await open(page, address)
    const found = await findings(page)
    expect(found.filter((it) => !known.some((expected) => expected.test(it)))).toEqual([])
  })
}
