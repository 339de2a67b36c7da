import type { Page } from '@playwright/test'
import { violations } from '../support/axe'
import type { Site } from '../support/site'
import { expect, test } from '../support/test'

const sections = ['/', '/releases', '/canary', '/record', '/orders', '/doctor']
const heading = { server: [{ from: '"Available Courses"', to: '"All our courses"' }] }

/** Every page of the site is rendered for it, which a busy machine takes its time for. */
const RENDERING_MS = 90_000

test.slow()

/** A site with a release that waits, and its console opened by the link. */
async function openConsole(site: Site, page: Page): Promise<void> {
  await site.mustRun('publish', 'catalog', '--from', await site.copyRelease('catalog', '2.0.0', heading))
  await page.goto(await site.startConsole())
}

/** Tabs until the element of that name has the focus, and presses Enter. */
async function pressByKeyboard(page: Page, name: string | RegExp): Promise<void> {
  const named = page.getByRole('link', { name }).or(page.getByRole('button', { name })).first()
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab')
    if (await named.evaluate((element) => element === document.activeElement)) break
  }
  await expect(named).toBeFocused()
  await page.keyboard.press('Enter')
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a release is looked at, made live and taken back by keyboard alone', async ({ page, site }) => {
    await openConsole(site, page)
    await pressByKeyboard(page, 'Continue')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Live now')
    await pressByKeyboard(page, 'Releases')
    await pressByKeyboard(page, 'Activate catalog@2.0.0')

    // What will change, and the command that does the same, stand before the button.
    await expect(page.getByRole('main')).toContainText('All our courses', { timeout: RENDERING_MS })
    await expect(page.getByText('npm run site -- activate catalog@2.0.0')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.getByLabel('Why').focus()
    await page.keyboard.type('spring prices')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Done', { timeout: RENDERING_MS })
    expect(await site.mustRun('status')).toMatch(/Live: .*\n {2}catalog@2\.0\.0/)

    await pressByKeyboard(page, 'Live now')
    await pressByKeyboard(page, /^Go back/)
    await page.getByLabel('Why').focus()
    await page.keyboard.type('not yet')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Done')
    await pressByKeyboard(page, 'Record')
    await expect(page.getByRole('main')).toContainText(/rollback 1 .*\n {4}because not yet/)
    expect(await site.mustRun('log')).toMatch(/in the console {2}rollback 1/)
  })
})

test.describe('at 360 and at 1280 px', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('axe finds nothing and nothing is cut off', async ({ page, site }) => {
    await openConsole(site, page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Live now')
    const address = new URL(page.url()).origin
    await site.mustRun('canary', 'start', 'catalog@2.0.0', '--share', '5')
    for (const path of [...sections, '/diff?before=live&after=catalog@2.0.0', '/confirm/canary-share?share=25']) {
      await page.goto(address + path)
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await violations(page), `${path} ${width} px`).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `${path} ${width} px`).toBe(0)
      }
    }
  })
})
