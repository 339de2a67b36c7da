import type { Page } from '@playwright/test'
import { expectPaidOnce, expectSuccess, newBuyer, walletButton } from '../support/checkout'
import { tabAndPress, tabAndType, tabTo } from '../support/keyboard'
import { expectBadge, rowOf } from '../support/shop'
import { expect, hydrated, open, test } from '../support/test'

const dialogOf = (page: Page) => page.getByRole('dialog')

test('D-20, R74: a course’s details open, close by Escape or a click beside and return the focus', async ({ page }) => {
  await open(page, '/courses/citb-ssp')
  const opener = page.getByRole('button', { name: /View Details/i }).first()
  await tabAndPress(page, opener)
  await expect(dialogOf(page)).toBeVisible()
  await tabAndPress(page, dialogOf(page).getByRole('button', { name: 'Add to Cart' }))
  await expectBadge(page, 1)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(dialogOf(page)).toBeHidden()
})

test('R75, R78: a post is found, read and left', async ({ page }) => {
  await open(page, '/blog')
  const posts = page.getByRole('main').getByRole('link', { name: /^Read More/ })
  await tabAndPress(page, posts.first())
  await expect(page).toHaveURL(/\/blog\/\d/)
  await expect(page.getByRole('main')).toBeFocused()
  await tabAndPress(page, page.getByRole('link', { name: 'Back to Top' }))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await tabAndPress(page, page.getByRole('link', { name: 'Back to Blog' }))
  await expect(page).toHaveURL('/blog')
})

test('the way from the skip link over the search, a changed cart and an incomplete form to PayPal’s window needs no pointer', async ({
  page,
  request,
}) => {
  const buyer = newBuyer()
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
  await hydrated(page)
  await tabAndPress(page, page.getByRole('button', { name: 'Pay £478.00' }))
  await tabAndPress(page, page.getByRole('link', { name: 'Please fill in the First Name field' }))
  await expect(page.getByLabel('First Name')).toBeFocused()
  await page.keyboard.type(buyer.firstName)
  await tabAndType(page, page.getByLabel('Last Name'), buyer.lastName)
  await tabAndType(page, page.getByLabel('Email'), buyer.email)
  await tabTo(page, page.getByRole('radio', { name: /Card/ }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /PayPal/ })).toBeChecked()
  await tabAndPress(page, walletButton(page))
  const window = page.getByRole('dialog', { name: 'PayPal sandbox' })
  await tabAndPress(page, window.getByRole('button', { name: 'Pay', exact: true }))
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer, '478.00')
})

// Entries that the browser makes shared one place, and the page before came back at its top.
test('Back returns to the place in the page before, also after the skip link', async ({ page }) => {
  await open(page, '/courses')
  await page.evaluate(() => scrollTo(0, 2_500))
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Policies' })
    .evaluate((it: HTMLElement) => it.click())
  await page.waitForURL('/policies')
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="#main"]')?.click())
  await page.waitForURL('/policies#main')
  await page.goBack()
  await page.goBack()
  await page.waitForURL('/courses')
  await expect.poll(() => page.evaluate(() => Math.round(scrollY / 100))).toBe(25)
})
