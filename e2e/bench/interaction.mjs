import { hydrated, press, slowDown, withPage } from './browser.mjs'
import { figureRow, inTurns, median, ratioRow } from './table.mjs'

/** Clicks vary by a factor of two. */
const CLICKS_PER_RUN = 5
const SLOWNESS = { cpu: 4, latencyMs: 150 }
const REST_MS = 1_000
const FROM = '/courses'
const TO = '/blog'

/** P6: from the click to the painted heading of another remote's page, against a full page load. */
export async function measureNavigation({ site, browser, options, progress }) {
  progress('navigation')
  const count = options.runs * CLICKS_PER_RUN
  const runs = await inTurns({ ours: click, reference: load }, count, (go) => timeVisit(browser, site.url, go))
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

const pressing = (find) => (page) => press(page, find(page).first())
const interactions = {
  'add to cart': ['/courses', pressing((page) => page.getByRole('main').getByRole('button', { name: 'Add to Cart' }))],
  filter: ['/courses', pressing((page) => page.locator('main a[href="/courses?category=food"]'))],
  menu: ['/about', pressing((page) => page.locator('nav[aria-label=Main] summary'))],
  dialog: ['/courses/citb-ssp', pressing((page) => page.getByRole('button', { name: /details/i }))],
}

/** P2: interaction to next paint at 4× slow-down. */
export async function measureInteraction({ site, browser, progress }) {
  const rows = []
  for (const [name, interaction] of Object.entries(interactions)) {
    progress(`interaction: ${name}`)
    const { ours } = await inTurns({ ours: site.url }, RUNS, (url) => timeInteraction(browser, url, interaction))
    const measured = `INP of ${name}, 4× slow-down`
    rows.push(figureRow({ goal: 'P2', measured, unit: 'ms', ours: median(ours), most: 100 }))
  }
  return { rows }
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

function observe(options) {
  window.observed = []
  const keep = ({ startTime, duration, interactionId }) => window.observed.push({ startTime, duration, interactionId })
  new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe(options)
}
