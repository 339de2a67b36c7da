import {
  alertOf,
  bank,
  cards,
  expectPaidOnce,
  expectSuccess,
  mailsTo,
  newBuyer,
  openCheckout,
  payButton,
  payByCard,
  typeCard,
} from '../support/checkout'
import { expectBadge, readStoredCart } from '../support/shop'
import { expect, test } from '../support/test'

const PROCESSING = "Payment processing. We'll update you when payment is received."

// The browser reports every refusal of the API, and of a provider, as an error.
test.use({ expectedErrors: /status of 4\d\d .*\/(api\/payments|sandbox)\// })

test('R134, R146, D-32: a card pays; the order is confirmed with its lines and the cart empties', async ({
  page,
  request,
}) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByCard(page, cards.succeeds)
  const orderId = await expectSuccess(page, buyer)
  await expect(page.getByText('Paid by Visa ending in 4242.')).toBeVisible()
  await expect(page.getByRole('main').getByText('CITB Health & Safety Awareness')).toBeVisible()
  await expectBadge(page, 0)
  expect(await readStoredCart(page)).toEqual([])
  await expectPaidOnce(request, orderId, buyer)
  await page.getByRole('link', { name: 'Browse More Courses' }).click()
  await expect(page).toHaveURL('/courses')
})

test('R138, R141, R142: what is missing or wrong is named before anything is sent', async ({ page }) => {
  await openCheckout(page, { firstName: '', lastName: 'Marsh', email: 'ada@example.com' })
  await payButton(page).click()
  await expect(alertOf(page)).toContainText('Please fill in all required customer information fields.')
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Email').fill('ada@example')
  await payButton(page).click()
  await expect(alertOf(page)).toContainText('Please enter a valid email address')
  await page.getByLabel('Email').fill('ada@example.com')
  await payButton(page).click()
  await expect(alertOf(page)).toContainText('Please complete your card details before submitting.')
  await page.getByLabel('Card number', { exact: true }).fill('5555')
  await expect(page.getByText('Card type: Mastercard')).toBeVisible()
  await typeCard(page, '4242424242424241')
  await expect(page.getByText('Your card number is invalid.')).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
})

test('R132, R169: a declined card says so, and another card pays the same order', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByCard(page, cards.isDeclined)
  await expect(alertOf(page)).toContainText('Card error: Your card was declined.')
  await alertOf(page).getByRole('button', { name: 'Dismiss this message' }).click()
  await expect(alertOf(page)).toHaveCount(0)
  await payByCard(page, cards.succeeds)
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('R147, D-39: a card that is refused after a while gives the form back', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByCard(page, cards.isRefusedLate)
  await expect(page.getByText(PROCESSING)).toBeVisible()
  await expect(alertOf(page)).toBeVisible({ timeout: 40_000 })
  expect(await mailsTo(request, buyer.email)).toEqual([])
  // A buyer who has gone meanwhile learns of it by mail.
  expect(await mailsTo(request, buyer.email, 'payment_refused')).toHaveLength(1)
  await payByCard(page, cards.succeeds)
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('R147, D-39: a payment the bank takes its time over is confirmed by itself', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByCard(page, cards.isProcessed)
  await expect(page.getByText(PROCESSING)).toBeVisible()
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
