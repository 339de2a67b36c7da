import type { Locator, Page } from '@playwright/test'
import { forcedColours } from '../accessibility/checks/sight'
import { COLOURS, violations } from '../support/axe'
import { collectRequests } from '../support/reports'
import { expectFrame, paths } from '../support/routes'
import { storeCart, storedLine } from '../support/shop'
import { expect, hydrated, NO_SHIFT, open, readShift, reportRefusals, test, watchOtherHosts } from '../support/test'

test.use({ expectedErrors: /404 .*no-such-post/ })

const others = ['/courses?category=food', '/checkout?method=paypal', '/blog/no-such-post']
for (const path of [...paths, ...others]) {
  test(`R8, R57, D-24: ${path} is whole once it has loaded, is taken over without an error or another host, nothing moves, axe finds nothing, it fits at 200 % and 320 px, and forced colours hide nothing`, async ({
    page,
    baseURL,
  }) => {
    const otherHosts = watchOtherHosts(page, baseURL)
    // An empty cart redirects (R124).
    if (path.startsWith('/checkout')) await storeCart(page, [storedLine(2, 5)])
    await reportRefusals(page)
    const outlines = collectRequests(page, (request) => request.url().includes('boundaries'))
    await page.goto(path)
    expect(await findUnfinished(page)).toEqual([])
    await hydrated(page)
    await expect(page.locator('main > [data-boundary]')).toHaveCSS('content', 'none', { pseudo: 'before' })
    expect(outlines).toHaveLength(0)
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    await expectFrame(page)
    expect(await readShift(page)).toBeLessThan(NO_SHIFT)
    await lookAtAll(page)
    expect(otherHosts).toEqual([])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await violations(page), '1280 px').toEqual([])
    await expectToFit(page)
    expect(await violations(page), '320 px').toEqual([])
    // The active filter and the current page once looked like the others.
    expect(await forcedColours(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page, COLOURS), 'dark').toEqual([])
  })
}

// Columns were exchanged.
test('R128: a full cart fits at 200 % and 320 px; its summary is on the right, on a phone first', async ({ page }) => {
  await storeCart(page, [storedLine(2, 5)])
  await open(page, '/checkout')
  const boxOf = async (name: string) => (await page.getByRole('heading', { name }).boundingBox()) ?? { x: 0, y: 0 }
  const [summary, form] = [await boxOf('Order Summary'), await boxOf('Your Information')]
  expect(summary.x).toBeGreaterThan(form.x + 500)
  await page.setViewportSize({ width: 360, height: 740 })
  expect((await boxOf('Order Summary')).y).toBeLessThan((await boxOf('Your Information')).y)
  await open(page, '/cart')
  await expect(page.getByRole('main').getByRole('combobox')).toBeVisible()
  await expectToFit(page)
})

/** Cards from the tenth on were once empty frames in a full-page picture, and pictures below the first view were blank. */
function findUnfinished(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const hidden = [...main.querySelectorAll(':not(source)')].filter(
      (it) => getComputedStyle(it).contentVisibility !== 'visible',
    )
    const blank = [...main.querySelectorAll('img')].filter((it) => !it.complete || it.naturalWidth === 0)
    return [...hidden, ...blank].map((it) => it.outerHTML)
  })
}

async function lookAtAll(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let at = 0; at < height; at += 600) await page.mouse.wheel(0, 600)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** WCAG 1.4.4 and 1.4.10: text of 200 % on a phone, and 1280 px at 400 %, lose and cover nothing. */
async function expectToFit(page: Page): Promise<void> {
  // The checkout was too wide.
  for (const width of [1920, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findTooWide(page), `${width} px`).toEqual([])
    expect(await findCovered(page.getByRole('main')), `${width} px`).toEqual([])
  }
  const devtools = await page.context().newCDPSession(page)
  const setFontSize = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } })
  await setFontSize(32)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  expect(await findTooWide(page), 'text of 200 %').toEqual([])
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a, button, h1, h2, h3, p, label, li')]
      .filter((it) => getComputedStyle(it).overflow !== 'visible' && it.checkVisibility({ visibilityProperty: true }))
      .filter(
        (it) => it.clientWidth > 1 && (it.scrollHeight > it.clientHeight + 1 || it.scrollWidth > it.clientWidth + 1),
      )
      .map((it) => it.textContent),
  )
  expect(cut).toEqual([])
  // At 200 % pages were 452 px wide here, and the logo ran under the cart.
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await findTooWide(page), 'text of 200 % at 360 px').toEqual([])
  expect(await findCovered(page.getByRole('banner'))).toEqual([])
  await setFontSize(16)
  await page.setViewportSize({ width: 320, height: 740 })
  expect(await findTooWide(page), '320 px').toEqual([])
  // A hidden bubble made the page longer.
  const footer = page.getByRole('contentinfo')
  const below = await footer.evaluate(
    (it) => document.documentElement.scrollHeight - scrollY - it.getBoundingClientRect().bottom,
  )
  expect(below).toBeLessThan(2)
}

/** Controls and headings that lie over another. */
function findCovered(part: Locator): Promise<(string | null)[]> {
  return part.evaluate((within) => {
    const all = [...within.querySelectorAll('a, button, select, input, h1, h2, h3')].filter(
      (it) => it.checkVisibility({ visibilityProperty: true }) && getComputedStyle(it).clipPath === 'none',
    )
    const boxes = all.map((it) => [it, it.getBoundingClientRect()] as const)
    const isOver = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
    const isInside = (a: Element, b: Element) => a.contains(b) || b.contains(a)
    return boxes
      .filter(([a, box]) => boxes.some(([b, other]) => !isInside(a, b) && isOver(box, other)))
      .map(([{ textContent }]) => textContent)
  })
}

/** Elements that make the page wider than its window. */
function findTooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const isWide = (it: Element) => it.getBoundingClientRect().right > clientWidth + 1
    const wide = [...document.body.querySelectorAll('*')].filter((it) => isWide(it) && ![...it.children].some(isWide))
    return scrollWidth > clientWidth ? ['the page', ...wide.map((it) => it.outerHTML.slice(0, 120))] : []
  })
}
