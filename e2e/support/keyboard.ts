import type { Locator, Page } from '@playwright/test'

const MOST_STOPS = 60

export async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab')
    if (await element.evaluate((it) => it === document.activeElement)) return
  }
  throw new Error(`Tab does not reach ${element}`)
}

export async function tabAndType(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

export async function tabAndPress(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element)
  await page.keyboard.press('Enter')
}
