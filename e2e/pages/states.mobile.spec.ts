import type { Page } from '@playwright/test'
import { states } from '../states/page-states'
import { violations } from '../support/axe'
import { storeCart } from '../support/shop'
import { expect, open, test } from '../support/test'

/** States that differ most; every night all (`accessibility/checks.nightly.spec.ts`). */
const withAmounts = ['cart-filled', 'checkout-card', 'checkout-confirmed', 'account', 'order']
const others = ['menu-drawer', 'quick-checkout-filled', 'checkout-errors', 'page-unloadable']

test.use({
  // Running animations give wrong colours.
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /status of (402|404|409|422|503)|ERR_FAILED|ChunkLoadError/,
})

async function openState(page: Page, name: string): Promise<void> {
  const state = states[name]
  if (!state) throw new Error(`There is no state ${name}`)
  const { address, cart, prepare } = state
  if (cart) await storeCart(page, cart)
  await open(page, address)
  await prepare?.(page)
}

// The first course was once below the fold, and the home page had no picture until it was touched.
test('R41, R56: a phone shows the first course at once, and the still picture of the home page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/courses')
  const card = page.locator('main li:has(form)').first()
  expect((await card.boundingBox())?.y).toBeLessThanOrEqual(350)
  await page.goto('/')
  const picture = page.locator('main picture img')
  await expect(picture).toBeInViewport()
  expect(await picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(720)
  // Links of the footer were 32 px high, and the chat button covered text.
  await page.setViewportSize({ width: 320, height: 640 })
  const links = page.getByRole('contentinfo').getByRole('link')
  const heights = await links.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  await expect(page.getByRole('complementary', { name: 'Chat' })).not.toHaveCSS('position', 'fixed')
})

// Enlarged four times, the head and the foot of the dialog left 30 px to its text.
test('axe finds nothing on a phone: course-details, and at 400 % all room is the text’s', async ({ page }) => {
  await openState(page, 'course-details')
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 256 })
  const covered = await page.getByRole('dialog').evaluate(({ firstElementChild: panel }) => {
    panel?.scrollTo(0, panel.scrollHeight / 2)
    return [2, 250].filter((y) => !panel?.children[1]?.contains(document.elementFromPoint(160, y)))
  })
  expect(covered).toEqual([])
})

for (const name of others) {
  test(`axe finds nothing on a phone: ${name}`, async ({ page }) => {
    await openState(page, name)
    expect(await violations(page)).toEqual([])
  })
}

// Phones once showed "£99.0" and "0" on two lines, because words could be broken anywhere.
for (const name of withAmounts) {
  test(`axe finds nothing on a phone, and no amount and no button is broken within a word: ${name}`, async ({
    page,
  }) => {
    await openState(page, name)
    await expect(page.getByText(/£\d/).filter({ visible: true }).first()).toBeVisible()
    expect(await violations(page)).toEqual([])
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
