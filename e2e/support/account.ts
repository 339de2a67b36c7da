import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type Buyer, fillIn } from './checkout'
import { open } from './test'

export const password = 'correct horse battery'
export const banner = (page: Page) => page.getByRole('banner')
export const toAccount = (page: Page) => banner(page).getByRole('link', { name: 'Ada’s account' })

export async function signUp(page: Page, buyer: Buyer): Promise<void> {
  await open(page, '/signup')
  await fillIn(page, buyer)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await leaveBy(page, 'Create account')
}

export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await open(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await leaveBy(page, 'Sign in')
}

/** The address and the header change before the isolated document is left, so a mark tells the documents apart. */
async function leaveBy(page: Page, button: string): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isIsolated: true }))
  await page.getByRole('main').getByRole('button', { name: button }).click()
  await page.waitForFunction(() => !('isIsolated' in window))
  await expect(toAccount(page)).toBeVisible()
}

export async function readLink(request: APIRequestContext, kind: string, email: string): Promise<string> {
  let address = ''
  await expect(async () => {
    const list = await (await request.get('/sandbox/mail')).text()
    const row = list.split('<tr>').find((it) => it.includes(`>${kind}<`) && it.includes(`<td>${email}</td>`))
    const mail = await (await request.get(/href="([^"]+)"/.exec(row ?? '')?.[1] ?? '/nowhere')).text()
    address = /href="(https?:[^"]+#[\w.-]+)"/.exec(mail)?.[1] ?? ''
    expect(address).not.toBe('')
  }).toPass()
  const { pathname, hash } = new URL(address)
  return pathname + hash
}

export async function confirm(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText(/^(Your email address is confirmed|Confirmed\.)/)).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
}
