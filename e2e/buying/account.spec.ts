import { banner, signUp } from '../support/account'
import { newBuyer } from '../support/checkout'
import { expect, test } from '../support/test'

test.use({ expectedErrors: /401 \(Unauthorized\)/ })

test('R119, R193, R196: a stored token opens nothing, no script reads the cookie, and signing out ends the session', async ({
  page,
  request,
}) => {
  await signUp(page, newBuyer())
  const token = await page.evaluate(() => localStorage.getItem('auth_token'))
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const cookies = await page.context().cookies()
  const [session] = cookies.filter(({ name }) => name.endsWith('session'))
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
  const read = async (cookie: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(cookie && { cookie }) }
    return (await request.post('/api/account/read', { data: {}, headers })).status()
  }
  expect(await read('')).toBe(401)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await read(cookie)).toBe(200)
  await banner(page).getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => read(cookie)).toBe(401)
  const kept = await page.evaluate(() => ['auth_token', 'auth_user'].map((key) => localStorage.getItem(key)))
  expect(kept).toEqual([null, null])
})
