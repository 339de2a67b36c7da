import {
  alertOf,
  bank,
  cards,
  chargesOf,
  chooseInWallet,
  expectPaidOnce,
  expectSuccess,
  fillIn,
  listOrderIds,
  mailsTo,
  newBuyer,
  openCheckout,
  payByCard,
  payByWallet,
  typeCard,
} from '../support/checkout'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

const CANCELLED = "Payment was cancelled. Please try again when you're ready."

// The browser reports refused calls as errors.
test.use({ expectedErrors: /status of 4\d\d .*\/(api\/payments|sandbox)\// })

test('R147, D-39: a card that is refused after a while gives the form back', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByCard(page, cards.isRefusedLate)
  await expect(alertOf(page)).toBeVisible({ timeout: 40_000 })
  expect(await mailsTo(request, buyer.email)).toEqual([])
  // The e-mail informs a buyer who has left.
  expect(await mailsTo(request, buyer.email, 'payment_refused')).toHaveLength(1)
  await payByCard(page, cards.succeeds)
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('R145: the bank asks, the buyer fails, tries again, and the order is paid', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByCard(page, cards.asks)
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  await expect(alertOf(page)).toBeVisible()
  expect(await mailsTo(request, buyer.email)).toEqual([])
  await payByCard(page, cards.asks)
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

// The cart once kept the old price, and the checkout refused it for ever.
test('R162: a price that has changed is taken, said, and paid with one press', async ({ page }) => {
  const buyer = newBuyer()
  await storeCart(page, [{ ...storedLine(1), price: 89 }, storedLine(14)])
  await open(page, '/checkout')
  await fillIn(page, buyer)
  await typeCard(page, cards.succeeds)
  await page.getByRole('button', { name: 'Pay £322.00' }).click()
  await expect(alertOf(page)).toContainText('The price of your basket has changed')
  await expect(alertOf(page)).toBeFocused()
  await expect(alertOf(page)).toContainText('now costs £99.00 instead of £89.00 for one person.')
  await page.getByRole('button', { name: 'Pay £334.00' }).click()
  await expectSuccess(page, buyer)
})

test('R156: a wallet payment the bank takes its time over is confirmed once', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByWallet(page, 'Pay, but the bank takes a moment')
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

// The server once captured a declined wallet payment later.
test('R156: a wallet whose bank declines asks for another source of money and is paid once', async ({
  page,
  request,
}) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  const sent = listOrderIds(page)
  await payByWallet(page, 'Pay, but the bank declines')
  await expect(page.getByText('The bank declined. Choose another source of money.')).toBeVisible()
  await chooseInWallet(page, 'Pay')
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
  expect(new Set(sent).size).toBe(1)
})

// A corrected name once made a second order, and both were charged.
test('R158, D-33: declined and cancelled in PayPal, paid by card under another name: charged once', async ({
  page,
  request,
}) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  const sent = listOrderIds(page)
  await payByWallet(page, 'Pay, but the bank declines')
  await expect(page.getByText('The bank declined. Choose another source of money.')).toBeVisible()
  await chooseInWallet(page, 'Cancel')
  await expect(alertOf(page)).toContainText(CANCELLED)
  expect(await mailsTo(request, buyer.email)).toEqual([])
  await page.getByLabel('Last Name').fill('Marshall')
  await page.getByRole('radio', { name: /Card/ }).check()
  await payByCard(page, cards.succeeds)
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
  expect(new Set(sent).size).toBe(1)
  expect(await chargesOf(request, sent)).toBe(1)
})
