import { alertOf, cards, expectSuccess, fillIn, newBuyer, typeCard } from '../support/checkout'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

// The browser reports every refusal of the API as an error.
test.use({ expectedErrors: /status of 4\d\d .*\/api\/payments\// })

// The cart kept the price of the day it was filled, and checkout refused it for ever.
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
