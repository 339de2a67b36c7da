import path from 'node:path'
import { root } from '../support/site'
import { test } from '../support/test'

const sections = {
  'console-live': '/',
  'console-releases': '/releases',
  'console-canary': '/canary',
  'console-record': '/record',
  'console-doctor': '/doctor',
}

for (const width of [360, 768, 1280, 1920])
  test(`the console, ${width} px wide, for looking`, async ({ site, page }) => {
    await page.setViewportSize({ width, height: 900 })
    const link = await site.startConsole()
    await page.goto(link)
    await page.getByRole('button', { name: 'Continue' }).click()
    for (const [name, address] of Object.entries(sections)) {
      await page.goto(new URL(address, link).href)
      await page.screenshot({ path: path.join(root, 'screenshots', `${width}-light`, `${name}.jpg`), fullPage: true })
    }
  })
