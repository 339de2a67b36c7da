import type { Page } from '@playwright/test'
import { expectBadge, readStoredCart, rowOf, storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })

async function expectTotals(page: Page, subtotal: string, vat: string, total: string): Promise<void> {
  await expect(summary(page).getByRole('definition')).toHaveText([subtotal, vat, total])
}

test('R106, R109: an empty cart says so and leads to the courses', async ({ page }) => {
  await open(page, '/cart')
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  await expect(summary(page)).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Browse Courses' }).click()
  await expect(page).toHaveURL('/courses')
})

test('R107, R102–R104: a line shows its course, prices and quantity, and the summary its totals', async ({ page }) => {
  await storeCart(page, [storedLine(1), storedLine(14, 2)])
  await open(page, '/cart')
  const row = rowOf(page, 'Manual Handling')
  await expect(row.getByText('£179.00')).toBeVisible()
  await expect(row.getByText('£358.00')).toBeVisible()
  await expect(row.getByText('1 Day')).toBeVisible()
  await expect(row.locator('img')).toHaveAttribute('src', '/images/courses/14.svg')
  await expect(row.getByRole('combobox')).toHaveValue('2')
  await expect(row.getByRole('combobox').getByRole('option')).toHaveText(['1', '2', '3', '4', '5'])
  await expectTotals(page, '£457.00', '£91.00', '£548.00')
})

test('R103, D-26: VAT is rounded to whole pounds', async ({ page }) => {
  await storeCart(page, [storedLine(1)])
  await open(page, '/cart')
  await expectTotals(page, '£99.00', '£20.00', '£119.00')
})

test('R97, R98: quantities change, lines go, and after the last one the cart is empty', async ({ page }) => {
  await storeCart(page, [storedLine(1), storedLine(14)])
  await open(page, '/cart')
  await rowOf(page, 'Manual Handling').getByRole('combobox').selectOption('5')
  await expectTotals(page, '£994.00', '£199.00', '£1193.00')
  await expectBadge(page, 6)
  await rowOf(page, 'Manual Handling')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(rowOf(page, 'Manual Handling')).toHaveCount(0)
  await expectTotals(page, '£99.00', '£20.00', '£119.00')
  await expectBadge(page, 1)
  await rowOf(page, 'CITB Health & Safety Awareness')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  await expectBadge(page, 0)
  expect(await readStoredCart(page)).toEqual([])
})

test('R99: a reload keeps the cart and its quantities', async ({ page }) => {
  await storeCart(page, [storedLine(14)])
  await open(page, '/cart')
  await rowOf(page, 'Manual Handling').getByRole('combobox').selectOption('3')
  await expectBadge(page, 3)
  await page.reload()
  await expect(rowOf(page, 'Manual Handling').getByRole('combobox')).toHaveValue('3')
  await expectBadge(page, 3)
})

test('R108: the summary leads to the checkout', async ({ page }) => {
  await storeCart(page, [storedLine(14)])
  await open(page, '/cart')
  await summary(page).getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
})
