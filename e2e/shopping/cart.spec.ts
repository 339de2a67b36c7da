import { collectRequests } from '../support/reports'
import { addToCart, cartIcon, expectBadge } from '../support/shop'
import { expect, open, test } from '../support/test'

test('R27, R28, R29, R30: Quick Checkout is 320 px wide, counts the places, leads on and closes three ways', async ({
  page,
}) => {
  await open(page, '/about')
  const popup = page.getByRole('dialog', { name: 'Quick Checkout' })
  const icon = cartIcon(page)
  const close = {
    icon: () => icon.click(),
    escape: () => page.keyboard.press('Escape'),
    elsewhere: () => page.getByRole('heading', { level: 1 }).click(),
  }
  for (const [way, closeIt] of Object.entries(close)) {
    await icon.click()
    await expect(popup, way).toBeVisible()
    await closeIt()
    await expect(popup, way).toHaveCount(0)
    if (way === 'escape') await expect(icon).toBeFocused()
  }
  await icon.click()
  await expect(popup.getByText('Your cart is empty')).toBeVisible()
  expect((await popup.boundingBox())?.width).toBe(320)
  await popup.getByRole('link', { name: 'Browse Courses' }).click()
  await expect(page).toHaveURL('/courses')
  await expect(popup).toHaveCount(0)
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart' })
  for (const index of [0, 0, 1]) await add.nth(index).click()
  await icon.click()
  await expect(popup.getByText('3 item(s) in your cart')).toBeVisible()
  await popup.getByRole('link', { name: 'View Cart & Checkout' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(popup).toHaveCount(0)
})

test('R99: two tabs show one cart, whichever changes it', async ({ context }) => {
  const [shop, cart] = [await context.newPage(), await context.newPage()]
  await open(cart, '/cart')
  await expect(cart.getByText('Your Cart is Empty')).toBeVisible()
  await open(shop, '/courses')
  const add = shop.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
  await add.click()
  const quantity = cart.getByRole('main').getByRole('combobox')
  await expect(quantity).toHaveValue('1')
  await quantity.selectOption('4')
  await expectBadge(shop, 4)
  await add.click()
  await expect(quantity).toHaveValue('5')
  await cart.evaluate(() => localStorage.clear())
  await expectBadge(shop, 0)
})

test('R24, R67, R184: adding calls no server and raises the badge', async ({ page }) => {
  await open(page, '/courses')
  await expectBadge(page, 0)
  await page.getByRole('heading', { name: 'Manual Handling' }).scrollIntoViewIfNeeded()
  // `/site/files.…` is requested when the browser is idle.
  const calls = collectRequests(
    page,
    (it) => it.resourceType() !== 'image' && !/\/(assets|site\/files\.)/.test(it.url()),
  )
  await addToCart(page, 'Manual Handling')
  await expectBadge(page, 1)
  expect(calls.map((call) => `${call.method()} ${call.url()}`)).toEqual([])
  await addToCart(page, 'First Aid at Work')
  await expectBadge(page, 2)
})
