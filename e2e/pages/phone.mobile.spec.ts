import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

test('R31, R32: the hamburger opens a drawer on the right, 85% of the width and at most 360 px', async ({ page }) => {
  for (const width of [360, 320, 700]) {
    const expected = { 360: 306, 320: 272 }[width] ?? 360
    await page.setViewportSize({ width, height: 740 })
    await open(page, '/about')
    await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click()
    await expect
      .poll(async () => {
        const box = await page.getByRole('dialog', { name: 'Menu' }).boundingBox()
        return box && { left: Math.round(box.x), width: Math.round(box.width) }
      })
      .toEqual({ left: width - expected, width: expected })
  }
})

test('R18, R34: contact bar and main links give way to the hamburger below 768 px', async ({ page }) => {
  await open(page, '/about')
  const hamburger = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
  const wide = [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('banner').getByRole('list', { name: 'Social media' }),
  ]
  for (const width of [767, 768]) {
    const isNarrow = width < 768
    await page.setViewportSize({ width, height: 740 })
    await expect(hamburger).toBeVisible({ visible: isNarrow })
    for (const part of wide) await expect(part).toBeVisible({ visible: !isNarrow })
  }
})

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
test('at 400 % all room of the details of a course is the text’s', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await open(page, '/courses/citb-ssp')
  const openers = page.getByRole('main').getByRole('button', { name: /View details/i })
  await openers.first().click()
  const readCovered = ({ firstElementChild: panel }: Element) => {
    panel?.scrollTo(0, panel.scrollHeight / 2)
    return [2, 250].filter((y) => !panel?.children[1]?.contains(document.elementFromPoint(160, y)))
  }
  // The dialog comes in by a movement.
  await expect.poll(() => page.getByRole('dialog').evaluate(readCovered)).toEqual([])
})

// Its only button was below the view and could not be scrolled to.
test('R28: Quick Checkout can be scrolled through on a phone on its side', async ({ page }) => {
  await page.setViewportSize({ width: 667, height: 331 })
  await storeCart(
    page,
    [1, 2, 3].map((id) => storedLine(id)),
  )
  await open(page, '/about')
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  const popup = page.getByRole('dialog', { name: 'Quick Checkout' })
  await popup.evaluate((it) => it.scrollTo(0, it.scrollHeight))
  await expect(popup.getByRole('link', { name: 'View Cart & Checkout' })).toBeInViewport({ ratio: 1 })
})
