import { alertOf, cards, expectPaidOnce, expectSuccess, newBuyer, payByCard } from '../support/checkout'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

const password = 'correct horse battery'

test('R114–R121, R136: a new account leads to the checkout, fills it in, pays, signs out and in again', async ({
  page,
  request,
}) => {
  const buyer = newBuyer()
  await storeCart(page, [storedLine(1)])
  await open(page, '/signup')
  await page.getByLabel('First Name').fill(buyer.firstName)
  await page.getByLabel('Last Name').fill(buyer.lastName)
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByText('Signed in as Ada Marsh')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await payByCard(page, cards.succeeds)
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)

  await page.reload()
  await expect(page.getByRole('banner').getByText('Ada').first()).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  expect(await page.evaluate(() => [localStorage.getItem('auth_token'), localStorage.getItem('auth_user')])).toEqual([
    null,
    null,
  ])
  await open(page, '/login')
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('banner').getByText('Ada').first()).toBeVisible()
})

test.describe('a wrong password', () => {
  test.use({ expectedErrors: /401 \(Unauthorized\)/ })

  test('R118: is refused without a word about the account', async ({ page }) => {
    await open(page, '/login')
    await page.getByLabel('Email').fill(newBuyer().email)
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await expect(alertOf(page)).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong password')
  })
})
