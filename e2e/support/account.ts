import { expect, type Page } from '@playwright/test'
import { type Buyer, fillIn } from './checkout'
import { open } from './test'

export const password = 'correct horse battery'
export const banner = (page: Page) => page.getByRole('banner')
export const toAccount = (page: Page) => banner(page).getByRole('link', { name: 'Ada’s account' })

export async function signUp(page: Page, buyer: Buyer): Promise<void> {
  await open(page, '/signup')
  await fillIn(page, buyer)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(toAccount(page)).toBeVisible()
}

export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await open(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(toAccount(page)).toBeVisible()
}
