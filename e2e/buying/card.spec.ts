import {
  alertOf,
  bank,
  cards,
  expectPaidOnce,
  expectSuccess,
  mailsTo,
  newBuyer,
  openCheckout,
  payByCard,
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
