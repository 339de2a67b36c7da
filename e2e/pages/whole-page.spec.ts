import type { Page } from '@playwright/test'
import { expect, open, test } from '../support/test'

const LEAST_COLOURS = 20

/** How many colours a picture of the whole page has in the box of an element. */
async function coloursIn(page: Page, selector: string): Promise<number> {
  const box = await page.evaluate((selector) => {
    const { left, top, width, height } = [...document.querySelectorAll(selector)].at(-1)?.getBoundingClientRect() ?? {}
    return { left: left ?? 0, top: (top ?? 0) + scrollY, width: width ?? 0, height: height ?? 0 }
  }, selector)
  const picture = (await page.screenshot({ fullPage: true })).toString('base64')
  // A page without a policy, in which a picture may be looked into.
  const reader = await page.context().newPage()
  const colours = await reader.evaluate(
    async ({ picture, box: { left, top, width, height } }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${picture}`
      await image.decode()
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      context?.drawImage(image, left, top, width, height, 0, 0, width, height)
      const pixels = new Uint32Array(context?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? [])
      return new Set(pixels).size
    },
    { picture, box },
  )
  await reader.close()
  return colours
}

for (const width of [360, 1280]) {
  // The cards from the tenth on were missing in a picture of the whole listing, because they were not laid out before they were near.
  test(`R57: the last course is in a picture of the whole page of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, '/courses')
    await expect(page.locator('ul[data-whole]')).toBeAttached()
    expect(await coloursIn(page, 'main li:has(form)')).toBeGreaterThan(LEAST_COLOURS)
  })
}
