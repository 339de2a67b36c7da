import { get } from 'node:http'
import type { Page } from '@playwright/test'
import { textsOf } from '../support/html'
import { expectFrame, routes } from '../support/routes'
import { storeCart, storedLine } from '../support/shop'
import { expect, open, test, watchOtherHosts } from '../support/test'

/** Ten segments of 1,460 bytes fit the initial window (RFC 6928). */
const FIRST_FLIGHT = 14_600
const NO_SHIFT = 0.0005

test.use({ expectedErrors: /404 .*no-such-post/ })

for (const { path, heading } of routes) {
  test(`R2, R9, P1: ${path} answers everybody with one heading, whole in the first flight`, async ({
    request,
    baseURL,
  }) => {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status()).toBe(200)
    expect(response.headers()['content-type']).toContain('text/html')
    expect(textsOf(await response.text(), 'h1')).toEqual([expect.stringMatching(heading)])
    expect(await bytesOnTheWire(baseURL + path)).toBeLessThanOrEqual(FIRST_FLIGHT)
  })
}

const others = ['/courses?category=food', '/checkout?method=paypal', '/blog/no-such-post']
for (const path of [...routes.map((route) => route.path), ...others]) {
  test(`R8, D-24: ${path} is taken over without an error or another host, nothing moves, and it fits at 200 % and 320 px`, async ({
    page,
    baseURL,
  }) => {
    const otherHosts = watchOtherHosts(page, baseURL)
    // An empty cart redirects (R124).
    if (path.startsWith('/checkout')) await storeCart(page, [storedLine(2, 5)])
    await watch(page)
    await open(page, path)
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    await expectFrame(page)
    expect(await readShift(page)).toBeLessThan(NO_SHIFT)
    await expectToFit(page)
    await lookAtAll(page)
    expect(otherHosts).toEqual([])
  })
}

test('a filled cart fits at 200 % and at 320 px', async ({ page }) => {
  await storeCart(page, [storedLine(2, 5)])
  await open(page, '/cart')
  await expect(page.getByRole('main').getByRole('combobox')).toBeVisible()
  await expectToFit(page)
})

async function lookAtAll(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let at = 0; at < height; at += 600) await page.mouse.wheel(0, 600)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

function bytesOnTheWire(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume()
      const head = response.rawHeaders.reduce((sum, text) => sum + text.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length)
      expect(response.headers['content-encoding']).toBe('br')
      resolve(head + Number(response.headers['content-length']))
    }).on('error', reject)
  })
}

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    )
    const shifts: unknown[] = []
    Object.assign(window, { shifts })
    const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
  })
}

function readShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // A shift is reported after its frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const shifts: { value: number }[] = Reflect.get(window, 'shifts')
    return shifts.reduce((sum, { value }) => sum + value, 0)
  })
}

/** WCAG 1.4.4 and 1.4.10: text of 200 %, and 1280 px at 400 %, lose and cover nothing. */
async function expectToFit(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const setFontSize = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } })
  await setFontSize(32)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  expect(await overflowOf(page), 'text of 200 %').toBeLessThanOrEqual(0)
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a, button, h1, h2, h3, p, label, li')]
      .filter((it) => getComputedStyle(it).overflow !== 'visible' && it.checkVisibility({ visibilityProperty: true }))
      .filter(
        (it) => it.clientWidth > 1 && (it.scrollHeight > it.clientHeight + 1 || it.scrollWidth > it.clientWidth + 1),
      )
      .map((it) => it.textContent),
  )
  expect(cut).toEqual([])
  await setFontSize(16)
  await page.setViewportSize({ width: 320, height: 740 })
  expect(await overflowOf(page), '320 px').toBeLessThanOrEqual(0)
}

function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
