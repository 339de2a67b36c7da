import path from 'node:path'
import { digestOf, isAlike, type Width } from '../support/pictures'
import { routes } from '../support/routes'
import { storeCart, storedLine } from '../support/shop'
import { root } from '../support/site'
import { expect, NO_SHIFT, readShift, test } from '../support/test'

const WIDTHS: readonly Width[] = [360, 768, 1280, 1920]

test.use({ contextOptions: { reducedMotion: 'reduce' } })

// Cards were empty frames at load.
for (const { path: address, owner } of routes) {
  for (const colorScheme of ['light', 'dark'] as const)
    test(`R57, P2: ${address} is whole when its document has come, at load, two seconds later and in print, ${colorScheme}`, async ({
      page,
    }) => {
      // An empty cart redirects (R124).
      if (address === '/checkout') await storeCart(page, [storedLine(2, 5)])
      await page.emulateMedia({ colorScheme })
      const devtools = await page.context().newCDPSession(page)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await devtools.send('Network.clearBrowserCache')
        const take = async (moment: string) => {
          const name = `${address.replaceAll('/', '_')}-${width}-${moment}.png`
          const file = path.join(root, 'screenshots/moments', colorScheme, name)
          // Tools that take pictures wait for it.
          await page.evaluate(() => document.fonts.load('16px "Public Sans"').then(() => {}))
          const picture = await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
          const digest = await digestOf(page, picture.toString('base64'), width)
          const found = await page.evaluate(lookAround)
          expect(found, `${width} px, ${moment}`).toEqual({ missing: [], hasTypeface: true })
          if (moment !== 'print') expect(await readShift(page), `${width} px, ${moment}`).toBeLessThan(NO_SHIFT)
          return digest
        }
        await page.goto(address, { waitUntil: 'domcontentloaded' })
        const first = await take('document')
        await page.waitForLoadState()
        const second = await take('load')
        await page.waitForTimeout(2000)
        const last = await take('later')
        // Checkout's pages show what only the browser knows.
        if (owner !== 'checkout')
          expect([isAlike(second, first), isAlike(last, second)], `${width} px`).toEqual([true, true])
        await page.emulateMedia({ media: 'print' })
        await take('print')
        await page.emulateMedia({ media: 'screen' })
      }
    })
}

function lookAround() {
  const isMissing = (it: HTMLImageElement) => it.checkVisibility() && !(it.complete && it.naturalWidth > 0)
  const missing = [...document.images].filter(isMissing).map(({ currentSrc, src }) => currentSrc || src)
  return { missing, hasTypeface: document.fonts.check('16px "Public Sans"') }
}
