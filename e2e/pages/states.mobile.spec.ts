import { type PageState, states } from '../../scripts/lib/page-states.mjs'
import { storeCart } from '../support/shop'
import { expect, open, test } from '../support/test'

// Phones once showed "£99.0" and "0" on two lines, because words could be broken anywhere.
const shown = ['cart-filled', 'checkout-card', 'checkout-confirmed', 'account', 'order']

test.use({ expectedErrors: /status of (402|404|409|422|503)/ })

for (const name of shown) {
  test(`no amount and no button is broken within a word: ${name}`, async ({ page }) => {
    const { address, cart, prepare } = states[name] as PageState
    if (cart) await storeCart(page, cart)
    await open(page, address)
    await prepare?.(page)
    await expect(page.getByText(/£\d/).filter({ visible: true }).first()).toBeVisible()
    const words = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: { word: string; lines: number }[] = []
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const isButton = node.parentElement?.closest('button, a') !== null
        for (const { 0: word, index } of node.nodeValue?.matchAll(/\S+/g) ?? []) {
          if (!isButton && !/^[-–]?£\d/.test(word)) continue
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))
          found.push({ word, lines: new Set(tops).size })
        }
      }
      return found
    })
    expect(words.filter(({ word }) => word.startsWith('£')).length).toBeGreaterThan(0)
    expect(words.filter(({ lines }) => lines > 1)).toEqual([])
  })
}
