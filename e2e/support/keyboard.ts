import type { Locator, Page } from '@playwright/test'

const MOST_STOPS = 60

/** Presses Tab until the element has the focus. Throws when it is not reached. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab')
    if (await hasFocus(element)) return
  }
  throw new Error(`Tab does not reach ${element}`)
}

/** Goes to a field by Tab and types into it. */
export async function tabAndType(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Goes to a link or a button by Tab and presses Enter on it. */
export async function tabAndPress(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element)
  await page.keyboard.press('Enter')
}

export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((it) => it === document.activeElement)
}
