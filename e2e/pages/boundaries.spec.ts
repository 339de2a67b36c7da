import type { Page } from '@playwright/test'
import { expect, open, test } from '../support/test'

/** The label a visitor sees at the corner of a part of the page. */
const labelOf = (page: Page, part: string) =>
  page.locator(part).evaluate((element) => getComputedStyle(element, '::before').content)

test('outlines who made which part of the page, also after a client navigation', async ({ page }) => {
  await open(page, '/?boundaries')
  await expect.poll(() => labelOf(page, 'header[data-boundary]')).toMatch(/^"shell 1\.0\.0/)
  expect(await labelOf(page, 'main > [data-boundary]')).toMatch(/^"shell /)
  expect(await labelOf(page, 'footer[data-boundary]')).toMatch(/^"shell /)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
  await expect(page.locator('main > [data-boundary="content"]')).toBeVisible()
  expect(await labelOf(page, 'main > [data-boundary]')).toMatch(/^"content 1\.0\.0/)
})

test('neither outlines anything nor loads the code for it unless asked', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await open(page, '/courses')
  expect(await labelOf(page, 'main > [data-boundary]')).toBe('none')
  expect(scripts.filter((url) => url.includes('boundaries'))).toEqual([])
})
