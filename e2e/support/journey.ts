import { expect, type Page } from '@playwright/test'
import { confirm, readLink, signIn, signUp } from './account'
import { type Buyer, cards, expectPaidOnce, expectSuccess, fillIn, newBuyer, payByWallet, typeCard } from './checkout'
import { addToCart, cartIcon, expectBadge, readStoredCart, rowOf } from './shop'
import { hydrated, open } from './test'

export const TITLE = 'Level 2 Food Safety & Hygiene'

/** Searches, changes the cart and buys two places by card, for £228.00. */
export async function buyByCard(page: Page, buyer: Buyer): Promise<void> {
  await fillCart(page)
  await page.getByRole('main').getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL('/checkout')
  await hydrated(page)
  await fillIn(page, buyer)
  await typeCard(page, cards.succeeds)
  await page.getByRole('button', { name: 'Pay £228.00' }).click()
  await expectPaidOnce(page.request, await expectSuccess(page, buyer), buyer, '228.00')
}

/** {@link buyByCard}, buys by wallet, signs up, out and in, and finds the order. */
export async function buyTwice(page: Page): Promise<void> {
  const { request } = page
  const buyer = newBuyer()
  await buyByCard(page, buyer)

  const other = newBuyer()
  await open(page, '/courses?category=food')
  await addToCart(page, TITLE)
  await open(page, '/checkout')
  await fillIn(page, other)
  await payByWallet(page, 'Pay')
  await expectPaidOnce(request, await expectSuccess(page, other), other, '114.00')

  await signUp(page, buyer)
  await confirm(page, await readLink(request, 'account_confirm', buyer.email))
  await page.getByRole('button', { name: 'Sign out here' }).click()
  await expect(page.getByText('You are not signed in.')).toBeVisible()
  await signIn(page, buyer.email)
  await open(page, '/account')
  await page.getByRole('link', { name: TITLE }).click()
  await expect(page.getByRole('main').getByText('£228.00').first()).toBeVisible()
}

async function fillCart(page: Page): Promise<void> {
  await open(page, '/courses')
  await page.getByPlaceholder('Search courses...').fill('level 2 food')
  await expect(page.getByText('1 courses found')).toBeVisible()
  await addToCart(page, TITLE)
  await expectBadge(page, 1)
  await addToCart(page, TITLE)
  await expectBadge(page, 2)
  await cartIcon(page).click()
  await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
  const row = rowOf(page, TITLE)
  await expect(row.getByRole('option')).toHaveText(['1', '2', '3', '4', '5'])
  await row.getByRole('combobox').selectOption('3')
  await expectTotal(page, '£342.00')
  await page.reload()
  await expect(row.getByRole('combobox')).toHaveValue('3')
  await expectBadge(page, 3)
  await row.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  await expectBadge(page, 0)
  expect(await readStoredCart(page)).toEqual([])
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expectTotal(page, '£342.00')
  await row.getByRole('combobox').selectOption('2')
  await expectTotal(page, '£228.00')
  await expectBadge(page, 2)
}

function expectTotal(page: Page, total: string): Promise<void> {
  const amounts = page.getByRole('region', { name: 'Order Summary' }).getByRole('definition')
  return expect(amounts.last()).toHaveText(total)
}
