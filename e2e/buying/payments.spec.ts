import type { Page } from '@playwright/test'
import {
  type Buyer,
  bank,
  cards,
  expectPaidOnce,
  expectSuccess,
  fillIn,
  newBuyer,
  openCheckout,
  payButton,
  payByCard,
  payByWallet,
  typeCard,
  walletButton,
} from '../support/checkout'
import { expect, hydrated, open, test } from '../support/test'

const CREATE = '**/api/payments/create-payment-intent'
const CONFIRM = '**/api/payments/confirm-stripe-payment'
const PROCESSING = "Payment processing. We'll update you when payment is received."

// The browser reports refused calls as errors.
test.use({ expectedErrors: /status of 4\d\d .*\/(api\/payments|sandbox)\// })

const ways: Record<string, (page: Page, buyer: Buyer) => Promise<void>> = {
  async 'D-33: a double click on Pay'(page) {
    await typeCard(page, cards.succeeds)
    await payButton(page).dblclick()
  },
  async 'D-33: a double click on the wallet’s button'(page) {
    await page.getByRole('radio', { name: /PayPal/ }).check()
    await walletButton(page).dblclick()
    const window = page.getByRole('dialog', { name: 'PayPal sandbox' })
    await window.getByRole('button', { name: 'Pay', exact: true }).click()
  },
  async 'D-47: a reload while the payment is being opened'(page, buyer) {
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
    await payByCard(page, cards.succeeds)
  },
  async 'D-47: a reload while the bank asks'(page) {
    await payByCard(page, cards.asks)
    await expect(bank(page)).toBeVisible()
    await page.reload()
    // The server sees no payment and gives the form back.
    await expect(payButton(page)).toBeEnabled()
    await payByCard(page, cards.succeeds)
  },
  async 'D-47: a reload while the bank takes its time'(page) {
    await payByCard(page, cards.isProcessed)
    await expect(page.getByText(PROCESSING)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/being checked|not confirmed yet/)).toBeVisible()
    await expect(payButton(page)).toHaveCount(0)
  },
  async 'D-47: a reload after the card was charged and before the shop has heard of it'(page) {
    await page.route(CONFIRM, () => {})
    const confirmation = page.waitForRequest(CONFIRM)
    await payByCard(page, cards.succeeds)
    await confirmation
    await page.unroute(CONFIRM)
    await page.reload()
  },
  async 'D-47: a reload while PayPal’s window is open'(page) {
    await page.getByRole('radio', { name: /PayPal/ }).check()
    await walletButton(page).click()
    await expect(page.getByRole('dialog', { name: 'PayPal sandbox' })).toBeVisible()
    await page.reload()
    await expect(payButton(page)).toBeEnabled()
    await payByWallet(page, 'Pay')
  },
  async 'D-32: a visitor who moves on while the payment runs, and comes back'(page) {
    await payByCard(page, cards.isProcessed)
    await expect(page.getByText(PROCESSING)).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('cart')), { timeout: 40_000 }).toBe('[]')
    await page.goBack()
  },
}

for (const [way, pay] of Object.entries(ways)) {
  test(`${way}: one order is paid, once`, async ({ page, request }) => {
    const buyer = newBuyer()
    await openCheckout(page, buyer)
    await pay(page, buyer)
    await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
  })
}

test('R105, R134: another tab confirms the same order, a reload shows it again, and nothing is paid twice', async ({
  page,
  context,
  request,
}) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  const other = await context.newPage()
  await open(other, '/checkout')
  await fillIn(other, buyer)
  await payByCard(page, cards.succeeds)
  const orderId = await expectSuccess(page, buyer)
  expect(await expectSuccess(other, buyer)).toBe(orderId)
  await page.reload()
  expect(await expectSuccess(page, buyer)).toBe(orderId)
  await expectPaidOnce(request, orderId, buyer)
})
