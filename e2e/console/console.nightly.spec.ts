import type { Page } from '@playwright/test'
import { expectSound } from '../support/axe'
import { tabAndPress } from '../support/keyboard'
import { expect, test } from '../support/test'

const sections = ['/', '/releases', '/canary', '/record', '/doctor']
const heading = { everywhere: [{ from: '"Available Courses"', to: '"All our courses"' }] }

const RENDERING_MS = 90_000

test.slow()

const pressByKeyboard = (page: Page, name: string | RegExp) =>
  tabAndPress(page, page.getByRole('link', { name }).or(page.getByRole('button', { name })).first())

test('by keyboard and without scripts a release is looked at, made live and taken back; axe finds nothing, at 360 and 1280 px nothing is cut off', async ({
  site,
  browser,
}) => {
  await site.mustRun('publish', 'catalog', '--from', await site.copyRelease('catalog', '2.0.0', heading))
  const link = await site.startConsole()
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const page = await plain.newPage()
  const looked = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await looked.goto(link)
  await expectSound(looked, 'the way in')
  const title = page.getByRole('heading', { level: 1 })

  await test.step('a release is made live and taken back', async () => {
    await page.goto(link)
    await pressByKeyboard(page, 'Continue')
    await expect(title).toHaveText('Live now')
    await pressByKeyboard(page, 'Releases')
    await pressByKeyboard(page, 'Activate catalog@2.0.0')
    // The changes and the equivalent command come before the button.
    await expect(page.getByRole('main')).toContainText('All our courses', { timeout: RENDERING_MS })
    await expect(page.getByText('npm run site -- activate catalog@2.0.0')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.getByLabel('Reason').focus()
    await page.keyboard.type('spring prices')
    await page.keyboard.press('Enter')
    await expect(title).toHaveText('Done', { timeout: RENDERING_MS })
    expect(await site.mustRun('status')).toMatch(/Live: .*\n {2}catalog@2\.0\.0/)

    await pressByKeyboard(page, 'Live now')
    await pressByKeyboard(page, /^Go back/)
    await page.getByLabel('Reason').focus()
    await page.keyboard.type('not yet')
    await page.keyboard.press('Enter')
    await expect(title).toHaveText('Done')
    expect(await site.mustRun('log')).toMatch(/in the console {2}rollback 1[\s\S]*because not yet/)
  })

  await test.step('axe finds nothing and nothing is cut off', async () => {
    await site.mustRun('canary', 'start', 'catalog@2.0.0', '--share', '5')
    await looked.context().addCookies(await plain.cookies())
    const { origin } = new URL(link)
    for (const path of [...sections, '/diff?before=live&after=catalog@2.0.0', '/confirm/canary-share?share=25']) {
      await looked.goto(origin + path)
      await expectSound(looked, path)
    }
  })
})
