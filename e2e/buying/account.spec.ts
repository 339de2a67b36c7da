import type { Page } from '@playwright/test'
import {
  alertOf,
  type Buyer,
  cards,
  expectPaidOnce,
  expectSuccess,
  fillIn,
  newBuyer,
  payByCard,
} from '../support/checkout'
import { readLink } from '../support/mail-links'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

const password = 'correct horse battery'
const main = (page: Page) => page.getByRole('main')
const banner = (page: Page) => page.getByRole('banner')
const toAccount = (page: Page) => banner(page).getByRole('link', { name: 'Ada’s account' })

async function signUp(page: Page, buyer: Buyer): Promise<void> {
  await open(page, '/signup')
  await fillIn(page, buyer)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await main(page).getByRole('button', { name: 'Create account' }).click()
  await expect(toAccount(page)).toBeVisible()
}

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await open(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await main(page).getByRole('button', { name: 'Sign in' }).click()
  await expect(toAccount(page)).toBeVisible()
}

/** Opens a mailed link of the account and says that it was meant. */
async function confirm(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText(/^(Your email address is confirmed|Confirmed\.)/)).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
}

async function openAccount(page: Page): Promise<void> {
  await toAccount(page).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Your details' })).toBeVisible()
}

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

test('R194–R202: an account from a guest’s order to its end', async ({ page, request, browser }) => {
  const buyer = newBuyer()
  const moved = `moved.${buyer.email}`
  const titles = /CITB Health & Safety Awareness/

  await test.step('R195: a guest buys, registers, confirms the address, and finds the order', async () => {
    await storeCart(page, [storedLine(1)])
    await open(page, '/checkout')
    await fillIn(page, buyer)
    await payByCard(page, cards.succeeds)
    await expectSuccess(page, buyer)
    await signUp(page, buyer)
    await openAccount(page)
    await expect(page.getByText('Orders appear here once your email address is confirmed.')).toBeVisible()
    await confirm(page, await readLink(request, 'account_confirm', buyer.email))
    await expect(page.getByRole('link', { name: titles })).toBeVisible()
  })

  await test.step('R201: the order says what was bought and paid, also after a reload', async () => {
    await page.getByRole('link', { name: titles }).click()
    await expect(page).toHaveURL(/\/account\/orders\/order_/)
    await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
    await page.reload()
    await expect(main(page).getByText('£119.00').first()).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download VAT receipt R-/ }).click()
    expect((await download).suggestedFilename()).toMatch(/^R-\d{6}\.pdf$/)
    await page.getByRole('link', { name: 'Back to your account' }).click()
  })

  await test.step('R194: the name is changed, in the header too', async () => {
    await page.getByRole('button', { name: 'Change name' }).click()
    await page.getByLabel('Last Name').fill('Marsh-Lee')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByText('Ada Marsh-Lee')).toBeVisible()
  })

  await test.step('R197: the address is changed when both have confirmed it', async () => {
    await page.getByRole('button', { name: 'Change email address' }).click()
    await page.getByLabel('New Email').fill(moved)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Send the confirmations' }).click()
    await expect(page.getByText(/please confirm it from both addresses/)).toBeVisible()
    await confirm(page, await readLink(request, 'account_change_to', moved))
    await confirm(page, await readLink(request, 'account_change_from', buyer.email))
    await expect(page.getByText(`The email address of your account is now ${moved}.`)).toBeVisible()
    await expect(page.getByRole('link', { name: titles })).toBeVisible()
  })

  await test.step('R193, R198: a change of the password signs out everywhere else', async () => {
    const elsewhere = await (await browser.newContext()).newPage()
    await signIn(elsewhere, moved)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('Present Password').fill(password)
    await page.getByLabel('New Password').fill('another good one')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText(/You are signed out everywhere else/)).toBeVisible()
    await openAccountSignedOut(elsewhere)
    await elsewhere.context().close()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  })

  await test.step('R196, R199: signed out and the password forgotten, a mailed link is the way back', async () => {
    await page.getByRole('button', { name: 'Sign out here' }).click()
    await expect(page.getByText('You are not signed in.')).toBeVisible()
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByLabel('Email').fill(moved)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible()
    await page.goto(await readLink(request, 'account_reset', moved))
    await page.getByLabel('New Password', { exact: true }).fill('the third password')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
    await signIn(page, moved, 'the third password')
  })

  await test.step('R200: the account is deleted, and nobody signs in to it', async () => {
    await openAccount(page)
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByLabel('Password', { exact: true }).fill('the third password')
    await page.getByRole('button', { name: 'Delete my account now' }).click()
    await expect(page.getByText('Your account is deleted.')).toBeVisible()
    await expect(banner(page).getByRole('link', { name: 'Sign in' })).toBeVisible()
    const reply = await request.post('/api/auth/login', { data: { email: moved, password: 'the third password' } })
    expect(reply.status()).toBe(401)
  })
})

async function openAccountSignedOut(page: Page): Promise<void> {
  await page.goto('/account')
  await expect(page.getByText('You are not signed in.')).toBeVisible()
}

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

test.describe('a wrong password', () => {
  test.use({ expectedErrors: /401 \(Unauthorized\)/ })

  test('R118: is refused without a word about the account', async ({ page }) => {
    await open(page, '/login')
    await page.getByLabel('Email').fill(newBuyer().email)
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await main(page).getByRole('button', { name: 'Sign in' }).click()
    await expect(alertOf(page)).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong password')
  })
})
