import { addToCart, cardOf, cartIcon, expectBadge, readStoredCart } from '../support/shop'
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

test('R24, R67, R96, R98, R184, D-25: adding calls no server, raises the badge, and stops at five places', async ({
  page,
}) => {
  await open(page, '/courses')
  await expectBadge(page, 0)
  await page.getByRole('heading', { name: 'Manual Handling' }).scrollIntoViewIfNeeded()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') calls.push(`${request.method()} ${request.url()}`)
  })
  await addToCart(page, 'Manual Handling')
  await expectBadge(page, 1)
  // `/site/files.…` is requested when the browser is idle.
  expect(calls.filter((call) => !/\/assets\/|\/site\/files\./.test(call))).toEqual([])
  await addToCart(page, 'First Aid at Work')
  await expectBadge(page, 2)
  await expect(page.getByRole('status').filter({ hasText: 'First Aid at Work added to your cart.' })).toHaveCount(1)
  for (let place = 2; place <= 5; place += 1) await addToCart(page, 'Manual Handling')
  await expectBadge(page, 6)
  await addToCart(page, 'Manual Handling')
  await expect(cardOf(page, 'Manual Handling').getByText(/holds 5 of these/)).toBeVisible()
  await expectBadge(page, 6)
  expect(await readStoredCart(page)).toMatchObject([
    { id: 14, title: 'Manual Handling', price: 179, quantity: 5 },
    { id: 8, title: 'First Aid at Work', price: 299, quantity: 1 },
  ])
})
