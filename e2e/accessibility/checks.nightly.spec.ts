import { type PageState, states } from '../../scripts/lib/page-states.mjs'
import { storeCart } from '../support/shop'
import { expect, open, test } from '../support/test'
import { findings, looks } from './checks'
import { known } from './known'
import { openTemplate, prepareTemplate, templates } from './templates'

// WCAG 2.2, levels A and AA.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /status of (401|402|404|409|422|503)|ERR_FAILED|ChunkLoadError/,
})

const unknown = (found: readonly string[]) => found.filter((it) => !known.some((expected) => expected.test(it)))

for (const name of Object.keys(templates)) {
  test(`every check of the template ${name}`, async ({ page }) => {
    await prepareTemplate(page, name)
    await openTemplate(page, name)
    expect(unknown(await findings(page))).toEqual([])
  })
}

for (const [name, { address, below, cart, prepare }] of Object.entries<PageState>(states)) {
  test(`every check that leaves the state ${name} as it is`, async ({ page }) => {
    await page.setViewportSize({ width: below ? 360 : 1280, height: 800 })
    if (cart) await storeCart(page, cart)
    await open(page, address)
    await prepare?.(page)
    expect(unknown(await findings(page, looks))).toEqual([])
  })
}
