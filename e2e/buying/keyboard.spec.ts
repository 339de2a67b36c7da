import { bank, cards, expectPaidOnce, expectSuccess, newBuyer, payButton, walletButton } from '../support/checkout'
import { tabAndPress, tabAndType, tabTo } from '../support/keyboard'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

test('an account, a card and the bank’s question need no pointer', async ({ page, request }) => {
  const buyer = newBuyer()
  await storeCart(page, [storedLine(1)])
  await open(page, '/signup')
  await tabAndType(page, page.getByLabel('First Name'), buyer.firstName)
  await tabAndType(page, page.getByLabel('Last Name'), buyer.lastName)
  await tabAndType(page, page.getByLabel('Email'), buyer.email)
  await tabAndType(page, page.getByLabel('Password', { exact: true }), 'correct horse battery')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('main')).toBeFocused()
  await tabAndType(page, page.getByLabel('Card number', { exact: true }), cards.asks)
  await tabAndType(page, page.getByLabel('Expiry date', { exact: true }), '1234')
  await tabAndType(page, page.getByLabel('Security code', { exact: true }), '123')
  await tabAndPress(page, payButton(page))
  await expect(bank(page)).toBeVisible()
  await tabAndPress(page, bank(page).getByRole('button').first())
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('an incomplete form, the wallet and its window need no pointer', async ({ page, request }) => {
  const buyer = newBuyer()
  await storeCart(page, [storedLine(1)])
  await open(page, '/checkout')
  await tabAndPress(page, payButton(page))
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
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})
