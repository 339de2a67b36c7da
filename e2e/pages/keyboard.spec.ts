import type { Page } from '@playwright/test'
import { hasFocus, tabAndPress, tabAndType } from '../support/keyboard'
import { expectBadge } from '../support/shop'
import { expect, open, test } from '../support/test'

const dialogOf = (page: Page) => page.getByRole('dialog')

/** Whether Tab leads from an open dialog to the page behind it. */
async function isPageReached(page: Page): Promise<boolean> {
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press('Tab')
    const isBehind = await page.evaluate(() => {
      const { activeElement, body } = document
      return activeElement !== body && !activeElement?.closest('dialog')
    })
    if (isBehind) return true
  }
  return false
}

test('D-20, R74: the details of a course open, keep the focus, close and give it back', async ({ page }) => {
  await open(page, '/courses/citb-ssp')
  const opener = page.getByRole('button', { name: /View Details/i }).first()
  await tabAndPress(page, opener)
  await expect(dialogOf(page)).toBeVisible()
  expect(await isPageReached(page)).toBe(false)
  await tabAndPress(page, dialogOf(page).getByRole('button', { name: 'Add to Cart' }))
  await expectBadge(page, 1)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(opener).toBeFocused()
})

test('R91: a policy opens, can be left by its button and gives the focus back', async ({ page }) => {
  await open(page, '/policies')
  const opener = page.getByRole('button', { name: 'View Full Policy: Quality Policy' })
  await tabAndPress(page, opener)
  await expect(dialogOf(page)).toBeVisible()
  expect(await isPageReached(page)).toBe(false)
  const close = dialogOf(page).getByRole('button', { name: 'Close' })
  if (await hasFocus(close)) await page.keyboard.press('Enter')
  else await tabAndPress(page, close)
  await expect(dialogOf(page)).toBeHidden()
  await expect(opener).toBeFocused()
})

test('R86, D-37: a message is sent, its errors are found from the summary and put right', async ({ page }) => {
  await open(page, '/contact')
  await tabAndPress(page, page.getByRole('button', { name: 'Send message' }))
  await tabAndPress(page, page.getByRole('link', { name: 'Please fill in the First Name field' }))
  await expect(page.getByLabel('First Name')).toBeFocused()
  await page.keyboard.type('Ada')
  await tabAndType(page, page.getByLabel('Last Name'), 'Marsh')
  await tabAndType(page, page.getByLabel('Email Address'), 'ada@example.com')
  await tabAndType(page, page.getByRole('textbox', { name: 'Message' }), 'When is the next course?')
  await tabAndPress(page, page.getByRole('button', { name: 'Send message' }))
  await expect(page.getByRole('status').filter({ hasText: 'your message is complete' })).toBeFocused()
})

test('R75, R78: a post is found, read and left', async ({ page }) => {
  await open(page, '/blog')
  await tabAndPress(
    page,
    page
      .getByRole('main')
      .getByRole('link', { name: /^Read More/ })
      .first(),
  )
  await expect(page).toHaveURL(/\/blog\/\d/)
  await expect(page.getByRole('main')).toBeFocused()
  await tabAndPress(page, page.getByRole('link', { name: 'Back to Top' }))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await tabAndPress(page, page.getByRole('link', { name: 'Back to Blog' }))
  await expect(page).toHaveURL('/blog')
})
