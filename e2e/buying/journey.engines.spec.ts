import type { Page } from '@playwright/test'
import { banner, confirm, password, readLink, signIn, signUp, toAccount } from '../support/account'
import { newBuyer } from '../support/checkout'
import { buyByCard, TITLE } from '../support/journey'
import { expect, open, test } from '../support/test'

const main = (page: Page) => page.getByRole('main')
const orderLink = (page: Page) => page.getByRole('link', { name: TITLE })

test('R194–R202: a buyer goes from the film to the thanks, and through the life of an account', async ({
  page,
  request,
  browser,
}) => {
  test.slow()
  const buyer = newBuyer()
  await lookAround(page)
  await test.step('R60, R67, R97–R99, R108, R146: a course is found, its places are changed, and a card pays', () =>
    buyByCard(page, buyer))
  await expect(page.getByRole('link', { name: 'Change your cart' })).toBeHidden()
  const moved = `moved.${buyer.email}`

  await test.step('R195, R203: registered and confirmed, the guest finds the order', async () => {
    await signUp(page, buyer)
    await openAccount(page)
    await expect(page.getByText('Orders appear here once your email address is confirmed.')).toBeVisible()
    await confirm(page, await readLink(request, 'account_confirm', buyer.email))
    await expect(orderLink(page)).toBeVisible()
  })

  await test.step('R201: the order says what was bought and paid, also after a reload', async () => {
    await orderLink(page).click()
    await expect(page).toHaveURL(/\/account\/orders\/order_/)
    await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
    await page.reload()
    await expect(main(page).getByText('£228.00').first()).toBeVisible()
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
    await expect(orderLink(page)).toBeVisible()
  })

  await test.step('R193, R198: a change of the password signs out everywhere else', async () => {
    const elsewhere = await (await browser.newContext()).newPage()
    await signIn(elsewhere, moved)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('Present Password').fill(password)
    await page.getByLabel('New Password').fill('another good one')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText(/You are signed out everywhere else/)).toBeVisible()
    await elsewhere.goto('/account')
    await expect(elsewhere.getByText('You are not signed in.')).toBeVisible()
    await elsewhere.context().close()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  })

  await test.step('R119, R193, R196: no script reads the cookie, and signing out ends the session', async () => {
    const [token, readable] = await page.evaluate(() => [localStorage.getItem('auth_token'), document.cookie])
    expect(readable).toBe('')
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const headers = { authorization: `Bearer ${token}`, cookie }
    const read = async () => (await request.post('/api/account/read', { data: {}, headers })).status()
    expect(await read()).toBe(200)
    await page.getByRole('button', { name: 'Sign out here' }).click()
    await expect(page.getByText('You are not signed in.')).toBeVisible()
    await expect.poll(read).toBe(401)
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
  })

  await test.step('R199: the password is forgotten, and a mailed link is the way back', async () => {
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
    await expect(orderLink(page)).toBeVisible()
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByLabel('Password', { exact: true }).fill('the third password')
    await page.getByRole('button', { name: 'Delete my account now' }).click()
    await expect(page.getByText('Your account is deleted.')).toBeVisible()
    await expect(banner(page).getByRole('link', { name: 'Sign in' })).toBeVisible()
    const reply = await request.post('/api/auth/login', { data: { email: moved, password: 'the third password' } })
    expect(reply.status()).toBe(401)
  })
})

async function lookAround(page: Page): Promise<void> {
  await test.step('R41: the film plays', async () => {
    await open(page, '/')
    const time = () =>
      page.evaluate(() => {
        const film = document.querySelector('video')
        return film && !film.paused && film.videoWidth > 0 ? film.currentTime : 0
      })
    await expect.poll(time).toBeGreaterThan(0)
    const start = await time()
    await expect.poll(time).not.toBe(start)
  })

  await test.step('R4, R55: a client navigation and a filter', async () => {
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.getByRole('link', { name: 'Our Services' }).click()
    await expect(page.getByText('27 courses found')).toBeVisible()
    const filters = page.getByRole('navigation', { name: 'Course categories' })
    await filters.getByRole('link', { name: 'Food Safety' }).click()
    await expect(page).toHaveURL('/courses?category=food')
    await expect(page.getByText('3 courses found')).toBeVisible()
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })

  await test.step('R71, R74: the details of a course open in a dialog', async () => {
    await open(page, '/courses/citb-ssp')
    const openers = main(page).getByRole('button', { name: /^view details/i })
    await openers.first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { level: 2 })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
  })
}

async function openAccount(page: Page): Promise<void> {
  await toAccount(page).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Your details' })).toBeVisible()
}
