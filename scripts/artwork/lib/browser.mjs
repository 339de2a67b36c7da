import { createRequire } from 'node:module'
import path from 'node:path'
import { chromiumFlags, findChromium } from '../../lib/chromium.mjs'
import { root } from '../../lib/packages.mjs'

const { chromium } = createRequire(path.join(root, 'e2e/package.json'))('@playwright/test')

/** Hands `use` a function that draws HTML at a size and gives the picture; the browser is closed after it. */
export async function withBrowser(use) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    const page = await browser.newPage()
    await use(async (html, { width, height, ...options }) => {
      await page.setViewportSize({ width, height })
      await page.setContent(`<style>body{margin:0}svg{display:block}</style>${html}`)
      await page.evaluate(() => document.fonts.ready)
      return page.screenshot(options)
    })
  } finally {
    await browser.close()
  }
}
