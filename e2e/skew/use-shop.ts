import { expect, type Page } from '@playwright/test'
import { signIn, signUp } from '../support/account'
import { bank, cards, expectSuccess, newBuyer, payByCard, payByWallet } from '../support/checkout'
import { addToCart, cardOf, expectBadge, storeCart, storedLine } from '../support/shop'
import { open } from '../support/test'

export async function useCatalog(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await open(page, '/courses')
  await expect(page).toHaveTitle(/Courses/)
  await main.getByRole('navigation', { name: 'Course categories' }).getByRole('link', { name: 'Food Safety' }).click()
  await expect(page).toHaveURL(/category=food/)
  await expect(page.getByText('3 courses found')).toBeVisible()
  await main.getByRole('link', { name: 'All Courses' }).click()
  await addToCart(page, 'Manual Handling')
  await expectBadge(page, 1)
  await page.getByPlaceholder('Search courses...').fill('manual')
  await expect(cardOf(page, 'Manual Handling')).toBeVisible()
  await expect(page).toHaveURL(/q=manual/)
  await cardOf(page, 'Manual Handling')
    .getByRole('link', { name: /^View details/ })
    .click()
  await expect(page).toHaveURL(/citb-ssp/)
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await openEveryDialog(page)
  await main.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expectBadge(page, 2)
  await page.goBack()
  await expect(page.getByPlaceholder('Search courses...')).toHaveValue('manual')
}

export async function openEveryDialog(page: Page): Promise<void> {
  const buttons = page.getByRole('main').locator('[aria-haspopup="dialog"]')
  await expect(buttons.first()).toBeVisible()
  for (const button of await buttons.all()) {
    await button.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { level: 2 })).not.toBeEmpty()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
  }
}

export async function useCheckout(page: Page): Promise<void> {
  const buyer = newBuyer()
  await expect.poll(async () => (await page.request.get('/api/health')).status(), { timeout: 60_000 }).toBe(200)
  await storeCart(page, [storedLine(1)])
  await open(page, '/cart')
  await signUp(page, buyer)
  await expect(page).toHaveURL('/checkout')
  await payByCard(page, cards.asks)
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expectSuccess(page, buyer)
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, buyer.email)
  await open(page, '/courses')
  await addToCart(page, 'Manual Handling')
  await open(page, '/checkout')
  await payByWallet(page, 'Pay')
  await expectSuccess(page, buyer)
}
