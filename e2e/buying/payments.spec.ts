import type { APIRequestContext, Page } from '@playwright/test'
import {
  alertOf,
  type Buyer,
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
  payButton,
  payByCard,
  payByWallet,
  typeCard,
  walletButton,
} from '../support/checkout'
import { readStoredCart, storeCart, storedLine } from '../support/shop'
import { test as base, expect, hydrated, open } from '../support/test'

const CREATE = '**/api/payments/create-payment-intent'
const CONFIRM = '**/api/payments/confirm-stripe-payment'
const PROCESSING = "Payment processing. We'll update you when payment is received."

/** Has filled in the checkout of one course on the test's page. */
const test = base.extend<{ buyer: Buyer }>({
  buyer: async ({ page }, use) => {
    const buyer = newBuyer()
    await storeCart(page, [storedLine(1)])
    await open(page, '/checkout')
    await fillIn(page, buyer)
    await use(buyer)
  },
})
// The browser reports refused calls as errors.
test.use({ expectedErrors: /status of 4\d\d .*\/(api\/payments|sandbox)\// })

const ways: Record<string, (page: Page, buyer: Buyer, request: APIRequestContext) => Promise<void>> = {
  async 'D-33, D-47, R145: the buyer fails at the bank, reloads while it asks, and then clicks Pay twice'(
    page,
    buyer,
    request,
  ) {
    await payByCard(page, cards.asks)
    await bank(page).getByRole('button', { name: 'Fail' }).click()
    await expect(alertOf(page)).toBeVisible()
    expect(await mailsTo(request, buyer.email)).toEqual([])
    await payByCard(page, cards.asks)
    await expect(bank(page)).toBeVisible()
    await page.reload()
    // The server sees no payment and gives the form back.
    await expect(payButton(page)).toBeEnabled()
    await typeCard(page, cards.succeeds)
    await payButton(page).dblclick()
  },
  async 'D-33, R156: a double click on the wallet’s button, and a bank that takes its time'(page) {
    await page.getByRole('radio', { name: /PayPal/ }).check()
    await walletButton(page).dblclick()
    await chooseInWallet(page, 'Pay, but the bank takes a moment')
  },
  async 'D-47: a reload while the payment is being opened, and another before the shop has heard of the charge'(
    page,
    buyer,
  ) {
    const isAnswered = new Promise<void>((resolve) => {
      void page.route(CREATE, async (route) => {
        await route.fetch()
        resolve()
      })
    })
    await payByCard(page, cards.succeeds)
    await isAnswered
    await page.reload()
    await hydrated(page)
    // Not before the reload: a held call would go on.
    await page.unroute(CREATE)
    await fillIn(page, buyer)
    await page.route(CONFIRM, () => {})
    const confirmation = page.waitForRequest(CONFIRM)
    await payByCard(page, cards.succeeds)
    await confirmation
    await page.unroute(CONFIRM)
    await page.reload()
  },
  async 'D-32, D-47: a visitor who reloads while the bank takes its time, moves on, and comes back'(page) {
    await payByCard(page, cards.isProcessed)
    await expect(page.getByText(PROCESSING)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/being checked|not confirmed yet/)).toBeVisible()
    await expect(payButton(page)).toHaveCount(0)
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible({ timeout: 40_000 })
  },
  async 'R147, D-39: a card that is refused after a while gives the form back'(page, buyer, request) {
    await payByCard(page, cards.isRefusedLate)
    await expect(alertOf(page)).toBeVisible({ timeout: 40_000 })
    expect(await mailsTo(request, buyer.email)).toEqual([])
    // The e-mail informs a buyer who has left.
    expect(await mailsTo(request, buyer.email, 'payment_refused')).toHaveLength(1)
    await payByCard(page, cards.succeeds)
  },
  // A corrected name once made a second order, and both were charged.
  async 'R158, D-33: failed, declined and cancelled in PayPal, paid by card under another name'(page, buyer, request) {
    await payByWallet(page, 'Fail')
    await expect(alertOf(page)).toContainText('An error occurred with PayPal')
    await payByWallet(page, 'Pay, but the bank declines')
    await expect(page.getByText('The bank declined. Choose another source of money.')).toBeVisible()
    await chooseInWallet(page, 'Cancel')
    await expect(alertOf(page)).toContainText("Payment was cancelled. Please try again when you're ready.")
    expect(await mailsTo(request, buyer.email)).toEqual([])
    await page.getByLabel('Last Name').fill('Marshall')
    await page.getByRole('radio', { name: /Card/ }).check()
    await payByCard(page, cards.succeeds)
  },
}

for (const [way, pay] of Object.entries(ways)) {
  test(`${way}: one order is paid, once`, async ({ page, buyer, request }) => {
    const sent = listOrderIds(page)
    await pay(page, buyer, request)
    await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
    expect(await chargesOf(request, sent)).toBe(1)
    expect(new Set(sent).size).toBe(1)
  })
}

const elsewhere = (page: Page) => page.getByRole('heading', { name: 'Your payment is open in another tab' })

// A tab lost during 3-D Secure once led to a second purchase.
test('R105, R134, D-47: the next tab pays the order of a lost one; meanwhile others offer no payment and confirm the same order, also after a reload', async ({
  page,
  buyer,
  context,
  request,
}) => {
  const [paying, other, third] = [await context.newPage(), await context.newPage(), await context.newPage()]
  const sent = [page, paying].map(listOrderIds)
  await payByCard(page, cards.asks)
  await expect(bank(page)).toBeVisible()
  await page.close()
  await open(paying, '/checkout')
  await expect(paying.getByLabel('First Name')).toHaveValue('Ada')
  await expect(payButton(paying)).toBeEnabled()
  await open(other, '/checkout')
  await payByCard(paying, cards.asks)
  await expect(elsewhere(other)).toBeVisible()
  await expect(payButton(other)).toHaveCount(0)
  await open(third, '/checkout')
  await expect(elsewhere(third)).toBeVisible()
  await bank(paying).getByRole('button', { name: 'Complete' }).click()
  const orderId = await expectSuccess(paying, buyer)
  for (const each of [other, third]) expect(await expectSuccess(each, buyer)).toBe(orderId)
  await expect.poll(() => readStoredCart(other)).toEqual([])
  await paying.reload()
  expect(await expectSuccess(paying, buyer)).toBe(orderId)
  expect(new Set(sent.flat())).toEqual(new Set([orderId]))
  await expectPaidOnce(request, orderId, buyer)
})

test('R158: a payment that is cancelled from another tab takes no money in the first', async ({
  page,
  buyer,
  context,
  request,
}) => {
  const sent = listOrderIds(page)
  await page.getByRole('radio', { name: /PayPal/ }).check()
  await walletButton(page).click()
  await expect(page.getByRole('dialog', { name: 'PayPal sandbox' })).toBeVisible()
  const other = await context.newPage()
  await open(other, '/checkout')
  await other.getByRole('button', { name: 'Cancel this payment' }).click()
  await expect(payButton(other)).toBeEnabled()
  await chooseInWallet(page, 'Pay')
  await payByCard(other, cards.succeeds)
  await expectPaidOnce(request, await expectSuccess(other, buyer), buyer)
  expect(await chargesOf(request, sent)).toBe(1)
})

test('the same order a second time is made only when the buyer says that they mean it', async ({
  page,
  buyer,
  context,
  request,
}) => {
  await payByCard(page, cards.succeeds)
  const first = await expectSuccess(page, buyer)
  await expect.poll(() => readStoredCart(page)).toEqual([])

  await page.evaluate((line) => localStorage.setItem('cart', JSON.stringify([line])), storedLine(1))
  const second = await context.newPage()
  await open(second, '/checkout')
  await fillIn(second, buyer)
  await payByCard(second, cards.succeeds)
  const question = second.getByRole('alert', { name: 'Do you want to order the same again?' })
  await expect(question).toBeFocused()
  await expect(question).toContainText('You ordered these courses with this email address a few minutes ago.')
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
