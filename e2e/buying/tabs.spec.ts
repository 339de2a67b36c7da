import type { Page } from '@playwright/test'
import {
  bank,
  cards,
  chargesOf,
  expectPaidOnce,
  expectSuccess,
  fillIn,
  listOrderIds,
  newBuyer,
  openCheckout,
  payButton,
  payByCard,
  walletButton,
} from '../support/checkout'
import { readStoredCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

// The browser reports refused calls as errors.
test.use({ expectedErrors: /status of 4\d\d .*\/(api\/payments|sandbox)\// })

const elsewhere = (page: Page) => page.getByRole('heading', { name: 'Your payment is open in another tab' })
const fillCart = (page: Page) =>
  page.evaluate((line) => localStorage.setItem('cart', JSON.stringify([line])), storedLine(1))

// A tab lost during 3-D Secure once led to a second purchase.
test('D-47: a tab lost while the bank asks is found by the next tab, which pays the same order', async ({
  page,
  context,
  request,
}) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  const sent = listOrderIds(page)
  await payByCard(page, cards.asks)
  await expect(bank(page)).toBeVisible()
  await page.close()
  const later = await context.newPage()
  sent.push(...(await continueIn(later)))
  await payByCard(later, cards.succeeds)
  const orderId = await expectSuccess(later, buyer)
  expect(new Set(sent)).toEqual(new Set([orderId]))
  await expectPaidOnce(request, orderId, buyer)
})

async function continueIn(page: Page): Promise<string[]> {
  const sent = listOrderIds(page)
  await open(page, '/checkout')
  await expect(page.getByLabel('First Name')).toHaveValue('Ada')
  await expect(payButton(page)).toBeEnabled()
  return sent
}

test('D-47: a tab lost after the card was charged is found by the next tab, and the cart empties', async ({
  page,
  context,
  request,
}) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await page.route('**/api/payments/confirm-stripe-payment', () => {})
  const confirmation = page.waitForRequest('**/api/payments/confirm-stripe-payment')
  await payByCard(page, cards.succeeds)
  await confirmation
  await page.close()
  const later = await context.newPage()
  await open(later, '/checkout')
  await expectPaidOnce(request, await expectSuccess(later, buyer), buyer)
  await expect.poll(() => readStoredCart(later)).toEqual([])
})

test('D-47: while one tab pays, another offers no second payment, and confirms the same order', async ({
  page,
  context,
  request,
}) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  const other = await context.newPage()
  await open(other, '/checkout')
  await payByCard(page, cards.asks)
  await expect(elsewhere(other)).toBeVisible()
  await expect(payButton(other)).toHaveCount(0)
  const third = await context.newPage()
  await open(third, '/checkout')
  await expect(elsewhere(third)).toBeVisible()
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  const orderId = await expectSuccess(page, buyer)
  expect(await expectSuccess(other, buyer)).toBe(orderId)
  expect(await expectSuccess(third, buyer)).toBe(orderId)
  await expectPaidOnce(request, orderId, buyer)
})

test('R158: a payment that is cancelled from another tab takes no money in the first', async ({
  page,
  context,
  request,
}) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  const sent = listOrderIds(page)
  await page.getByRole('radio', { name: /PayPal/ }).check()
  await walletButton(page).click()
  const window = page.getByRole('dialog', { name: 'PayPal sandbox' })
  await expect(window).toBeVisible()
  const other = await context.newPage()
  await open(other, '/checkout')
  await other.getByRole('button', { name: 'Cancel this payment' }).click()
  await expect(payButton(other)).toBeEnabled()
  await window.getByRole('button', { name: 'Pay', exact: true }).click()
  await payByCard(other, cards.succeeds)
  await expectPaidOnce(request, await expectSuccess(other, buyer), buyer)
  expect(await chargesOf(request, sent)).toBe(1)
})

test.describe('the same order a second time', () => {
  test('is made only when the buyer says that they mean it', async ({ page, context, request }) => {
    const buyer = newBuyer()
    await openCheckout(page, buyer)
    await payByCard(page, cards.succeeds)
    const first = await expectSuccess(page, buyer)
    await expect.poll(() => readStoredCart(page)).toEqual([])

    await fillCart(page)
    const second = await context.newPage()
    await open(second, '/checkout')
    await fillIn(second, buyer)
    await payByCard(second, cards.succeeds)
    const question = second.getByRole('alert', { name: 'Do you want to order the same again?' })
    await expect(question).toBeFocused()
    await expect(question).toContainText(
      'An order for the same courses was begun with this email address a short while ago.',
    )
    await second.keyboard.press('Tab')
    await second.keyboard.press('Tab')
    await second.keyboard.press('Enter')
    await expect(second.getByText('No second order was made and nothing was charged for it.')).toBeFocused()

    await payButton(second).click()
    await question.getByRole('button', { name: 'Yes, place a second order for £119.00' }).click()
    const again = await expectSuccess(second, buyer)
    expect(again).not.toBe(first)
    expect(await chargesOf(request, [first, again])).toBe(2)
  })
})
