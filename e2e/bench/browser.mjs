import { chromium } from '@playwright/test'
import { stopAtEnd } from '../../kit/lib/stop-at-end.mjs'
import { chromiumFlags, findChromium } from '../../scripts/machine/browsers.mjs'

const WARM_UP_MS = 1_000
const HOVER_MS = 300
const QUIET_MS = 1_000

export async function launchBrowser() {
  const signals = { handleSIGINT: false, handleSIGTERM: false }
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags, ...signals })
  stopAtEnd(() => browser.close())
  return browser
}

/** Gives the work a page of its own, of a desktop unless told. */
export async function withPage(browser, work, viewport = { width: 1280, height: 800 }) {
  const page = await browser.newPage({ viewport })
  return work(page).finally(() => page.close())
}

/** Runs in a page. True for one without scripts. */
export function isAlive() {
  const heading = document.querySelector('main h1')
  return document.scripts.length === 0 || Object.keys(heading ?? {}).some((key) => key.startsWith('__react'))
}

export async function hydrated(page) {
  await page.waitForFunction(isAlive)
}

export async function slowDown(page, { cpu, latencyMs = 0 }) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await session.send('Network.enable')
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: latencyMs, ...unlimited })
}

/** Hovers first; else the frame that hovering causes counts as the answer to the click. */
export async function press(page, target, restMs = HOVER_MS) {
  await target.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await target.boundingBox()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.waitForTimeout(restMs)
  await page.mouse.down()
  await page.mouse.up()
}

const cart = [
  { id: 1, title: 'CITB Health & Safety Awareness', price: 99, duration: '1 Day' },
  { id: 2, title: 'CITB Site Supervisor Safety Training Scheme', price: 399, duration: '2 Days' },
  { id: 3, title: 'CITB Site Management Safety Training Scheme', price: 499, duration: '5 Days' },
].map((line) => ({ ...line, image: `/images/courses/${line.id}.svg`, quantity: 1 }))

/** Runs no script of the site: from a second visit on, Chromium stores compiled code, 40 ms at a quarter of the speed. */
async function fillCart(page, url) {
  await page.goto(`${url}/robots.txt`)
  await page.evaluate((lines) => localStorage.setItem('cart', JSON.stringify(lines)), cart)
}

export async function warmUp(context, cartOf) {
  const page = await context.newPage()
  await page.goto('data:text/html,<!doctype html><title>Another page</title><h1>Another page</h1>')
  await page.waitForTimeout(WARM_UP_MS)
  if (cartOf) await fillCart(page, cartOf)
  await page.close()
}

export async function readRouteScripts(browser, { url, route, hasCart }) {
  const context = await browser.newContext()
  // One visit in ten is sampled and fetches a further script.
  await context.addInitScript(() => {
    Math.random = () => 0.99
  })
  if (hasCart) await fillCart(await context.newPage(), url)
  const page = await context.newPage()
  const scripts = new Set()
  let lastAt = performance.now()
  page.on('request', (request) => {
    if (!/\.m?js$/.test(new URL(request.url()).pathname) && request.resourceType() !== 'script') return
    scripts.add(request.url())
    lastAt = performance.now()
  })
  await page.goto(url + route)
  await hydrated(page)
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(QUIET_MS / 4)
  await context.close()
  return [...scripts]
}
