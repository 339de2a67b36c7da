import { tabAndPress, tabTo } from '../support/keyboard'
import { expectBadge, rowOf } from '../support/shop'
import { expect, open, test } from '../support/test'

test('the way from the skip link over the search to a changed cart needs no pointer', async ({ page }) => {
  await open(page, '/courses')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByPlaceholder('Search courses...'))
  await page.keyboard.type('abrasive')
  await expect(page.getByText('1 courses found')).toBeVisible()
  await tabAndPress(page, page.getByRole('button', { name: 'Add to Cart' }))
  await expectBadge(page, 1)
  await tabAndPress(page, page.getByRole('link', { name: 'View cart' }))
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('main')).toBeFocused()
  const quantity = rowOf(page, 'Abrasive Wheels').getByRole('combobox')
  await tabTo(page, quantity)
  await page.keyboard.press('ArrowDown')
  await expect(quantity).toHaveValue('2')
  await tabAndPress(page, page.getByRole('button', { name: 'Remove Abrasive Wheels' }))
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  await tabAndPress(page, page.getByRole('button', { name: /Undo/ }))
  await expect(quantity).toBeFocused()
  await tabAndPress(page, page.getByRole('link', { name: 'Proceed to Checkout' }))
  await expect(page).toHaveURL('/checkout')
})
