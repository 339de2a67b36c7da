import { readLink } from '../support/account'
import { cards, expectSuccess, fillIn, newBuyer, typeCard } from '../support/checkout'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

test('five people: the thank-you page asks who is coming, and the mailed link shows and changes it', async ({
  page,
  request,
}) => {
  const buyer = newBuyer()
  await storeCart(page, [storedLine(14, 5)])
  await open(page, '/checkout')
  await fillIn(page, buyer)
  await typeCard(page, cards.succeeds)
  await page.getByRole('button', { name: 'Pay £1074.00' }).click()
  const orderId = await expectSuccess(page, buyer)
  await page.getByRole('button', { name: 'Enter people and dates' }).click()
  for (const person of [1, 2, 3, 4, 5]) await page.getByLabel(`Name of person ${person}`).fill(`Guest ${person}`)
  await page.getByLabel('Email of person 1').fill('guest@example.com')
  await page.getByLabel('Company').fill('Marsh Builders Ltd')
  await page.getByLabel('Wishes for dates').fill('Mornings.\nNot on Mondays.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved\./)).toBeVisible()
  await open(page, await readLink(request, `order_confirmation ${orderId}`, buyer.email))
  await expect(page.getByText(`Order ${orderId}`)).toBeVisible()
  await expect(page.getByLabel('Name of person 5')).toHaveValue('Guest 5')
  await expect(page.getByLabel('Wishes for dates')).toHaveValue('Mornings.\nNot on Mondays.')
  await page.getByLabel('Purchase order number').fill('PO-0042')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved\./)).toBeVisible()
})
