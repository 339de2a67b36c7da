import type { Locator, Page } from '@playwright/test'
import { expectBadge, rowOf } from '../support/shop'
import { expect, open, test } from '../support/test'

/** Presses Tab until the element has the focus; fails when it is not reached. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press('Tab')
    if (await element.evaluate((it) => it === document.activeElement)) return
  }
  throw new Error(`Tab does not reach ${element}`)
}

test('the way from the skip link over the search to a changed cart needs no pointer', async ({ page }) => {
  await open(page, '/courses')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByPlaceholder('Search courses...'))
  await page.keyboard.type('abrasive')
  await expect(page.getByText('1 courses found')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Add to Cart' }))
  await page.keyboard.press('Enter')
  await expectBadge(page, 1)
  await tabTo(page, page.getByRole('link', { name: 'View cart' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('main')).toBeFocused()
  const quantity = rowOf(page, 'Abrasive Wheels').getByRole('combobox')
  await tabTo(page, quantity)
  await page.keyboard.press('ArrowDown')
  await expect(quantity).toHaveValue('2')
  await tabTo(page, page.getByRole('button', { name: 'Remove Abrasive Wheels' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: /Undo/ }))
  await page.keyboard.press('Enter')
  await expect(quantity).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Proceed to Checkout' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/checkout')
})
