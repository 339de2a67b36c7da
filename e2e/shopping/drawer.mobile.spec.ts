import type { Page } from '@playwright/test'
import { addToCart } from '../support/shop'
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
    // The drawer may slide in; what counts is where it comes to rest.
    await expect
      .poll(async () => {
        const box = await drawer(page).boundingBox()
        return box && { left: Math.round(box.x), width: Math.round(box.width) }
      })
      .toEqual({ left: width - expected, width: expected })
  }
})

test('R33: the drawer has the links of the bar, in groups that fold, and the cart with its count', async ({ page }) => {
  await open(page, '/courses')
  await addToCart(page, 'Manual Handling')
  await openDrawer(page)
  for (const name of ['Home', 'About Us', 'Careers', 'Blog', 'Contact', 'Cart (1)']) {
    await expect(drawer(page).getByRole('link', { name, exact: true })).toBeVisible()
  }
  const health = drawer(page).getByRole('link', { name: 'Online Health & Safety' })
  await expect(health).toBeHidden()
  await drawer(page).getByText('Online Courses', { exact: true }).click()
  await expect(health).toBeVisible()
  await drawer(page).getByText('Online Courses', { exact: true }).click()
  await expect(health).toBeHidden()
  await drawer(page).getByText('Courses', { exact: true }).click()
  await drawer(page).getByRole('link', { name: 'Food Safety', exact: true }).click()
  await expect(page).toHaveURL('/courses?category=food')
  await expect(drawer(page)).toBeHidden()
})

test('R34: the drawer closes by its button, by Escape and by a touch beside it', async ({ page }) => {
  await open(page, '/about')
  const close = {
    button: () => drawer(page).getByRole('button', { name: 'Close menu' }).click(),
    escape: () => page.keyboard.press('Escape'),
    outside: () => page.touchscreen.tap(20, 400),
  }
  for (const [way, closeIt] of Object.entries(close)) {
    await openDrawer(page)
    await expect(drawer(page), way).toBeVisible()
    await closeIt()
    await expect(drawer(page), way).toBeHidden()
  }
})

test('R18, R34: contact bar and main links give way to the hamburger below 768 px', async ({ page }) => {
  await open(page, '/about')
  const hamburger = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
  const wide = [page.getByRole('navigation', { name: 'Main' }), page.getByRole('list', { name: 'Social media' })]
  for (const { width, isNarrow } of [
    { width: 767, isNarrow: true },
    { width: 768, isNarrow: false },
  ]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(hamburger).toBeVisible({ visible: isNarrow })
    for (const part of wide) await expect(part).toBeVisible({ visible: !isNarrow })
  }
})
