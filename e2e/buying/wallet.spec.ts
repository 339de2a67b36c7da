import {
  alertOf,
  cards,
  chargesOf,
  chooseInWallet,
  expectPaidOnce,
  expectSuccess,
  listOrderIds,
  mailsTo,
  newBuyer,
  openCheckout,
  payByCard,
  payByWallet,
  walletButton,
} from '../support/checkout'
import { expect, test } from '../support/test'

// The browser reports every refusal of the API, and of a provider, as an error.
test.use({ expectedErrors: /status of 4\d\d .*\/(api\/payments|sandbox)\// })

test('R152: the button is PayPal’s own, 55 px high', async ({ page }) => {
  await openCheckout(page, newBuyer())
  await page.getByRole('radio', { name: /PayPal/ }).check()
  expect((await walletButton(page).boundingBox())?.height).toBe(55)
})

test('R156: the wallet pays', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByWallet(page, 'Pay')
  const orderId = await expectSuccess(page, buyer)
  await expect(page.getByText('Paid with PayPal.')).toBeVisible()
  await expectPaidOnce(request, orderId, buyer)
})

test('R158: a cancelled payment says so and can be made again', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByWallet(page, 'Cancel')
  await expect(alertOf(page)).toContainText("Payment was cancelled. Please try again when you're ready.")
  expect(await mailsTo(request, buyer.email)).toEqual([])
  await payByWallet(page, 'Pay')
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('R181: a wallet that fails says so, and a card pays the same order', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByWallet(page, 'Fail')
  await expect(alertOf(page)).toContainText('An error occurred with PayPal')
  await page.getByRole('radio', { name: /Card/ }).check()
  await payByCard(page, cards.succeeds)
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('R156: a wallet payment the bank takes its time over is confirmed once', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByWallet(page, 'Pay, but the bank takes a moment')
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

// A declined wallet payment was captured later by the server, after the buyer had been told that it failed.
test.describe('a wallet whose bank declines', () => {
  test('R156: asks for another source of money and is paid once', async ({ page, request }) => {
    const buyer = newBuyer()
    await openCheckout(page, buyer)
    const sent = listOrderIds(page)
    await payByWallet(page, 'Pay, but the bank declines')
    await expect(page.getByText('The bank declined. Choose another source of money.')).toBeVisible()
    await chooseInWallet(page, 'Pay')
    await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
    expect(new Set(sent).size).toBe(1)
  })

  test('R158: cancelled then, it is over, and a card pays', async ({ page, request }) => {
    const buyer = newBuyer()
    await openCheckout(page, buyer)
    await payByWallet(page, 'Pay, but the bank declines')
    await expect(page.getByText('The bank declined. Choose another source of money.')).toBeVisible()
    await chooseInWallet(page, 'Cancel')
    await expect(alertOf(page)).toContainText("Payment was cancelled. Please try again when you're ready.")
    expect(await mailsTo(request, buyer.email)).toEqual([])
    await page.getByRole('radio', { name: /Card/ }).check()
    await payByCard(page, cards.succeeds)
    await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
  })
})

// Both were charged: a corrected name made a second order beside the wallet's.
test('R158, D-33: cancelled in PayPal, paid by card under another name: charged once', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  const sent = listOrderIds(page)
  await payByWallet(page, 'Cancel')
  await expect(alertOf(page)).toContainText('Payment was cancelled.')
  await page.getByLabel('Last Name').fill('Marshall')
  await page.getByRole('radio', { name: /Card/ }).check()
  await payByCard(page, cards.succeeds)
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
  expect(new Set(sent).size).toBe(1)
  expect(await chargesOf(request, sent)).toBe(1)
})
