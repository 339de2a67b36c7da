import { addToCart, cartIcon, storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

test('R27, R29: the cart icon opens Quick Checkout, 320 px wide, and leads from an empty cart to the courses', async ({
  page,
}) => {
  await open(page, '/about')
  const popup = page.getByRole('dialog', { name: 'Quick Checkout' })
  await cartIcon(page).click()
  await expect(popup.getByText('Your cart is empty')).toBeVisible()
  expect((await popup.boundingBox())?.width).toBe(320)
  await popup.getByRole('link', { name: 'Browse Courses' }).click()
  await expect(page).toHaveURL('/courses')
  await expect(popup).toHaveCount(0)
})

test('R28: Quick Checkout counts the places and leads to the cart', async ({ page }) => {
  await storeCart(page, [storedLine(14, 2)])
  await open(page, '/courses')
  await addToCart(page, 'First Aid at Work')
  const popup = page.getByRole('dialog', { name: 'Quick Checkout' })
  await cartIcon(page).click()
  await expect(popup.getByText('3 item(s) in your cart')).toBeVisible()
  await popup.getByRole('link', { name: 'View Cart & Checkout' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(popup).toHaveCount(0)
})

test('R30: Quick Checkout closes by its icon, by Escape and by a click elsewhere', async ({ page }) => {
  await open(page, '/about')
  const popup = page.getByRole('dialog', { name: 'Quick Checkout' })
  const close = {
    icon: () => cartIcon(page).click(),
    escape: () => page.keyboard.press('Escape'),
    elsewhere: () => page.getByRole('heading', { level: 1 }).click(),
  }
  for (const [way, closeIt] of Object.entries(close)) {
    await cartIcon(page).click()
    await expect(popup, way).toBeVisible()
    await closeIt()
    await expect(popup, way).toHaveCount(0)
    if (way === 'escape') await expect(cartIcon(page)).toBeFocused()
  }
})
