import type { Page } from '@playwright/test'
import type { StoredLine } from '../support/shop'

/** A page to look at; `from` and `below` are the widths it exists at, in px. */
export type PageState = {
  address: string
  from?: number
  below?: number
  isWhole?: boolean
  cart?: readonly StoredLine[]
  prepare?: Action
}
export type Answer = { status?: number; json: object }
export type Action = (page: Page) => Promise<unknown>

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
export const link = (page: Page, name: string) => page.getByRole('link', { name }).first()
export const submit = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click()

/** React may show the errors a frame later. */
export async function submitWrong(page: Page, name: string | RegExp): Promise<void> {
  await submit(page, name)
  await page.locator('[aria-invalid=true]').first().waitFor()
}

export const refusal = (status: number, code: string, message: string, data?: object) => ({
  status,
  json: { success: false, code, message, ...(data && { data }) },
})

export const customer = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
