import { hydrated, press, slowDown, withPage } from './browser.mjs'
import { figureRow, inTurns, largestOf, median, ratioRow } from './table.mjs'

/** Clicks vary by a factor of two. */
const CLICKS_PER_RUN = 5
const SLOWNESS = { cpu: 4, latencyMs: 150 }
const REST_MS = 1_000
const FROM = '/courses'
const TO = '/blog'

/** P6: from the click to the painted heading of another remote's page, against a full page load. */
export async function measureNavigation({ site, beside, browser, options, progress }) {
  const ways = { ours: [site.url, click], reference: [site.url, load], ...(beside && { beside: [beside.url, click] }) }
  progress('navigation')
  const runs = await inTurns(ways, options.runs * CLICKS_PER_RUN, ([url, go]) => timeVisit(browser, url, go))
  const given = Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, median(all)]))
  const measured = `${FROM} to ${TO}, another remote, preloaded : full page load`
  return { rows: [ratioRow({ goal: 'P6', measured, unit: 'ms', ...given, most: 0.35 })], details: runs }
}

const timeVisit = (browser, url, go) =>
  withPage(browser, async (page) => {
    await slowDown(page, SLOWNESS)
    await page.goto(url + FROM)
    await hydrated(page)
    await page.waitForTimeout(REST_MS)
    return go(page, url)
  })

async function load(page, url) {
  await page.goto(url + TO)
  // The document has the heading, so the first paint shows it.
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime)
}

async function click(page) {
  const painted = page.evaluate(untilHeadingPainted)
  await press(page, page.locator(`header a[href="${TO}"]:visible`).first(), REST_MS)
  return painted
}

function untilHeadingPainted() {
  const before = document.querySelector('main h1').textContent
  let clickedAt = 0
  addEventListener('click', () => (clickedAt = performance.now()), { capture: true, once: true })
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const heading = document.querySelector('main h1')
      if (!heading || heading.textContent === before) return
      observer.disconnect()
      // This task runs after the frame was handed to the screen.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedAt)))
    })
    observer.observe(document, { childList: true, characterData: true, subtree: true })
  })
}

const RUNS = 5
const SHORTEST_MS = 16
const SETTLING_MS = 1_000
const ALL_SCRIPTS_MS = 4_000

const pressing = (find) => (page) => press(page, find(page).first())
const interactions = {
  'add to cart': ['/courses', pressing((page) => page.getByRole('main').getByRole('button', { name: 'Add to Cart' }))],
  filter: ['/courses', pressing((page) => page.locator('main a[href="/courses?category=food"]'))],
  menu: ['/about', pressing((page) => page.locator('nav[aria-label=Main] summary'))],
  dialog: ['/courses/citb-ssp', pressing((page) => page.getByRole('button', { name: /details/i }))],
}

/** P2: interaction to next paint, and a page's longest task, at 4× slow-down. */
export async function measureInteraction({ site, beside, browser, options, progress }) {
  const sites = { ours: site.url, ...(beside && { beside: beside.url }) }
  const rows = []
  for (const [name, interaction] of Object.entries(interactions)) {
    progress(`interaction: ${name}`)
    const given = await medianOf(sites, (url) => timeInteraction(browser, url, interaction))
    rows.push(figureRow({ goal: 'P2', measured: `INP of ${name}, 4× slow-down`, unit: 'ms', ...given, most: 100 }))
  }
  const tasks = []
  for (const route of options.routes) {
    progress(`interaction: tasks of ${route}`)
    tasks.push({ route, value: (await medianOf({ ours: site.url }, (url) => longestTask(browser, url + route))).ours })
  }
  const { route, value } = largestOf(tasks)
  const measured = `longest task after the first paint, 4× slow-down, largest: ${route} (0: none over 50 ms)`
  return { rows: [...rows, figureRow({ goal: 'P2', measured, unit: 'ms', ours: value, most: 50 })], details: tasks }
}

async function medianOf(sites, measure) {
  const runs = await inTurns(sites, RUNS, measure)
  return Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, median(all)]))
}

const timeInteraction = (browser, url, [route, act]) =>
  withPage(browser, async (page) => {
    await page.goto(url + route)
    await hydrated(page)
    await page.waitForTimeout(SETTLING_MS)
    await slowDown(page, { cpu: 4 })
    await page.evaluate(observe, { type: 'event', durationThreshold: SHORTEST_MS })
    await act(page)
    await page.waitForTimeout(SETTLING_MS)
    const events = await page.evaluate(() => window.observed)
    return Math.max(SHORTEST_MS, ...events.filter((it) => it.interactionId > 0).map(({ duration }) => duration))
  })

function longestTask(browser, address) {
  const measure = async (page) => {
    await slowDown(page, { cpu: 4 })
    await page.addInitScript(observe, { type: 'longtask' })
    await page.goto(address)
    await page.waitForTimeout(ALL_SCRIPTS_MS)
    return page.evaluate(() => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0].startTime
      return Math.max(0, ...window.observed.filter((it) => it.startTime > painted).map(({ duration }) => duration))
    })
  }
  return withPage(browser, measure, { width: 412, height: 823 })
}

function observe(options) {
  window.observed = []
  const keep = ({ startTime, duration, interactionId }) => window.observed.push({ startTime, duration, interactionId })
  new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe(options)
}
