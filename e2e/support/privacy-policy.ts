import type { Page } from '@playwright/test'

export type Kept = { keys: string[]; cookies: string[] }

/** What the privacy policy says that our pages keep in a browser. Opens the policies in the page. */
export async function readKept(page: Page): Promise<Kept> {
  await page.goto('/policies')
  await page.getByRole('button', { name: 'View Full Policy: Privacy Policy' }).click()
  const table = page.getByRole('dialog').getByRole('table').filter({ hasText: 'How long' })
  await table.waitFor()
  const names = (await table.getByRole('rowheader').allInnerTexts()).flatMap((text) => text.split(', '))
  const cookie = / \(cookie\)$/
  return {
    keys: names.filter((name) => !cookie.test(name)).toSorted(),
    cookies: names.filter((name) => cookie.test(name)).map((name) => name.replace(cookie, '')),
  }
}
