import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../../scripts/lib/chromium.mjs'
import { stopAtEnd } from '../../../scripts/lib/stop-at-end.mjs'

/** What a browser does at its own start is done by then. */
const WARM_UP_MS = 1_000
/** Longer than what hovering changes takes to be painted. */
const HOVER_MS = 300

export async function launchBrowser() {
  const signals = { handleSIGINT: false, handleSIGTERM: false }
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags, ...signals })
  stopAtEnd(() => browser.close())
  return browser
}

/**
 * A context of a visitor whose vitals are not measured: one visit in ten fetches a script for that, and a figure in bytes
 * must not depend on chance.
 */
export async function unmeasuredVisitor(browser) {
  const context = await browser.newContext()
  await context.addInitScript(() => {
    Math.random = () => 0.99
  })
  return context
}

/** Waits until the page's own module has hydrated: React marks the elements it has taken over. */
export async function hydrated(page) {
  const isTakenOver = () =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react'))
  await page.waitForFunction(isTakenOver).catch((cause) => {
    throw new Error(`${page.url()} does not become interactive`, { cause })
  })
}

/**
 * A slower processor, and a network on which everything takes a while to arrive.
 * @param download bytes a second, as `upload`; -1: as many as there are
 */
export async function slowDown(page, { cpu, latencyMs = 0, download = -1, upload = -1 }) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: download,
    uploadThroughput: upload,
  })
}

/**
 * A hand is over what it presses before it does. Playwright's own `click` arrives and presses in the same millisecond, and has the
 * browser look twice at what is there, with listeners of its own: add to cart took 104 ms by it, and 32 by a hand. What it hid: the frame that
 * hovering causes counted as the answer to the click.
 * @param restMs from being over it until pressing it
 */
export async function press(page, target, restMs = HOVER_MS) {
  await target.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await target.boundingBox()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.waitForTimeout(restMs)
  await page.mouse.down()
  await page.mouse.up()
}

/** Puts three courses into the cart of this browser, as a visitor does. */
export async function fillCart(page, origin) {
  await page.goto(`${origin}/courses`)
  await hydrated(page)
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart' })
  for (const index of [0, 1, 2]) await add.nth(index).click()
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('cart') ?? '[]').length === 3)
}

/**
 * A new browser shows one other page, so that its own start is not measured; it has never seen the site then.
 * @param cartOf the origin whose cart is filled, for pages that need one
 */
export async function warmUp(context, cartOf) {
  const page = await context.newPage()
  await page.goto('data:text/html,<!doctype html><title>Another page</title><h1>Another page</h1>')
  await page.waitForTimeout(WARM_UP_MS)
  if (cartOf) await fillCart(page, cartOf)
  await page.close()
}
