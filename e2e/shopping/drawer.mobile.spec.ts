import type { Page } from '@playwright/test'
import { expect, open, test } from '../support/test'

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const openDrawer = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click()

test('R31, R32: the hamburger opens a drawer on the right, 85% of the width and never above 360 px', async ({
  page,
}) => {
  for (const { width, expected } of [
    { width: 360, expected: 306 },
    { width: 320, expected: 272 },
    { width: 700, expected: 360 },
  ]) {
    await page.setViewportSize({ width, height: 740 })
    await open(page, '/about')
    await openDrawer(page)
    await expect
      .poll(async () => {
        const box = await drawer(page).boundingBox()
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
  for (const { width, isNarrow } of [
    { width: 767, isNarrow: true },
    { width: 768, isNarrow: false },
  ]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(hamburger).toBeVisible({ visible: isNarrow })
    for (const part of wide) await expect(part).toBeVisible({ visible: !isNarrow })
  }
})
