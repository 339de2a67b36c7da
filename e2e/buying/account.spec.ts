import { banner, signIn, signUp } from '../support/account'
import { cards, expectPaidOnce, expectSuccess, newBuyer, payByCard } from '../support/checkout'
import { storeCart, storedLine } from '../support/shop'
import { expect, test } from '../support/test'

test('R114–R121, R136: a new account leads to the checkout, fills it in, pays, signs out and in again', async ({
  page,
  request,
}) => {
  const buyer = newBuyer()
  const payments: (string | undefined)[] = []
  page.on('request', (call) => {
    if (call.url().includes('/api/payments/')) payments.push(call.headers().authorization)
  })
  await storeCart(page, [storedLine(1)])
  await signUp(page, buyer)
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByText('Signed in as Ada Marsh')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await payByCard(page, cards.succeeds)
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
  expect(payments.length).toBeGreaterThan(0)
  expect(new Set(payments)).toEqual(new Set([undefined]))

  await page.reload()
  await banner(page).getByRole('button', { name: 'Sign out' }).click()
  expect(await page.evaluate(() => [localStorage.getItem('auth_token'), localStorage.getItem('auth_user')])).toEqual([
    null,
    null,
  ])
  await signIn(page, buyer.email)
})

test.describe('what a page holds', () => {
  test.use({ expectedErrors: /401 \(Unauthorized\)/ })

  test('R193: a token read out of the storage opens nothing, and no script reads the cookie', async ({
    page,
    request,
  }) => {
    await signUp(page, newBuyer())
    const token = await page.evaluate(() => localStorage.getItem('auth_token'))
    expect(await page.evaluate(() => document.cookie)).toBe('')
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name.endsWith('session'))
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    const reply = await request.post('/api/account/read', { data: {}, headers: { authorization: `Bearer ${token}` } })
    expect(reply.status()).toBe(401)
  })

  test('R196: signing out in the header ends the session on the server', async ({ page, request }) => {
    await signUp(page, newBuyer())
    const token = await page.evaluate(() => localStorage.getItem('auth_token'))
    const cookies = await page.context().cookies()
    const headers = {
      authorization: `Bearer ${token}`,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    }
    const read = async () => (await request.post('/api/account/read', { data: {}, headers })).status()
    expect(await read()).toBe(200)
    await banner(page).getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(read).toBe(401)
  })
})
