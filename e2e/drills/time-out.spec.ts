import type { Page } from '@playwright/test'
import { entryOf, faultMessages, faults, scriptOf } from '../support/faults'
import { expect, open, test } from '../support/test'

test.use({ expectedErrors: faultMessages })

/** The browser's clock is moved on: nobody waits for two minutes. */
async function expectTimeOutAfter120Seconds(page: Page, file: RegExp): Promise<void> {
  await page.clock.install()
  await open(page, '/about')
  await page.route(file, faults.hangs)
  const asked = page.waitForRequest(file)
  await page.getByRole('link', { name: 'Our Courses' }).click()
  await asked
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('This page is still loading')
  await page.clock.fastForward(100_000)
  await expect(heading).toHaveText('This page is still loading')
  await page.clock.fastForward(20_000)
  await expect(heading).toHaveText('This page could not be loaded')
}

test('R12: the entry of a remote is given up after 120 seconds', async ({ page }) => {
  await expectTimeOutAfter120Seconds(page, entryOf('catalog'))
})

test('R12: the script of a page is given up after 120 seconds', async ({ page }) => {
  await expectTimeOutAfter120Seconds(page, scriptOf('safety-plus-page'))
})

test('R12: the script of a page of the shell is given up after 120 seconds', async ({ page }) => {
  await page.clock.install()
  await open(page, '/courses')
  const file = scriptOf('about-page')
  await page.route(file, faults.hangs)
  const asked = page.waitForRequest(file)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await asked
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('This page is still loading')
  await page.clock.fastForward(100_000)
  await expect(heading).toHaveText('This page is still loading')
  await page.clock.fastForward(20_000)
  await expect(heading).toHaveText('This page could not be loaded')
})
