import { addToCart, expectBadge, rowOf } from '../support/shop'
import { expect, open, test } from '../support/test'

test('R99: two tabs show one cart, whichever changes it', async ({ context }) => {
  const [shop, cart] = [await context.newPage(), await context.newPage()]
  await open(cart, '/cart')
  await expect(cart.getByText('Your Cart is Empty')).toBeVisible()
  await open(shop, '/courses')
  await addToCart(shop, 'Manual Handling')
  await expect(rowOf(cart, 'Manual Handling')).toBeVisible()
  await rowOf(cart, 'Manual Handling').getByRole('combobox').selectOption('4')
  await expectBadge(shop, 4)
  await addToCart(shop, 'Manual Handling')
  await expect(rowOf(cart, 'Manual Handling').getByRole('combobox')).toHaveValue('5')
  await cart.evaluate(() => localStorage.clear())
  await expectBadge(shop, 0)
})
