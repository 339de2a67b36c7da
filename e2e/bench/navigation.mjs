import { ratioRow } from './report/rows.mjs'
import { median } from './report/statistics.mjs'
import { hydrated, press, slowDown } from './site/browser.mjs'

/** One click is painted up to twice as late as the next: so many for each run of the others. */
const CLICKS_PER_RUN = 5
const SLOWNESS = { cpu: 4, latencyMs: 150 }
/** Long enough for what pointing at a link preloads to arrive. */
const REST_MS = 1_000

const ways = [
  { from: '/courses', to: '/blog', restMs: REST_MS, what: 'another remote, preloaded', goal: 'P6', most: 0.35 },
  { from: '/courses', to: '/blog', restMs: 0, what: 'another remote, not preloaded', goal: '–' },
  { from: '/blog', to: '/careers', restMs: REST_MS, what: 'the same remote', goal: '–' },
]

/** P6: from the click until the heading of the next page is painted, against a full page load. */
export async function measureNavigation({ origin, browser, options, progress }) {
  const count = options.runs * CLICKS_PER_RUN
  const results = []
  for (const way of ways) {
    const runs = { click: [], load: [] }
    for (let index = 0; index < count; index++) {
      progress(`navigation ${way.from} to ${way.to}, ${way.what}: ${index + 1} of ${count}`)
      runs.click.push(await timeVisit(browser, origin.url, way, click))
      runs.load.push(await timeVisit(browser, origin.url, way, load))
    }
    results.push({ ...way, runs })
  }
  return { rows: results.map(rowOf), details: results }
}

function rowOf({ from, to, what, runs, goal, most }) {
  const measured = `${from} to ${to}, ${what} : full page load`
  return ratioRow({ goal, measured, unit: 'ms', ours: median(runs.click), reference: median(runs.load), most })
}

/** A visitor who has read the first page, so that what both pages share is in the cache. */
async function timeVisit(browser, origin, way, go) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  try {
    await page.addInitScript(installClock)
    await slowDown(page, SLOWNESS)
    await page.goto(origin + way.from)
    await hydrated(page)
    await page.waitForTimeout(REST_MS)
    return await go(page, origin, way)
  } finally {
    await context.close()
  }
}

async function click(page, _origin, { to, restMs }) {
  const link = page.locator(`header a[href="${to}"]:visible`).first()
  const painted = page.evaluate(() => window.headingPainted(document.querySelector('main h1').textContent))
  await press(page, link, restMs)
  return painted
}

async function load(page, origin, { to }) {
  await page.goto(origin + to)
  return page.evaluate(() => window.firstHeadingPainted)
}

/** In the page: milliseconds from the last click, or else from the navigation, until a new heading is painted. */
function installClock() {
  let startedAt = 0
  const handleClick = () => {
    startedAt = performance.now()
  }
  addEventListener('click', handleClick, true)
  window.headingPainted = (previous) =>
    new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        const heading = document.querySelector('main h1')
        if (!heading || heading.textContent === previous) return
        observer.disconnect()
        // The task after the next frame's callbacks comes when that frame has been handed to the screen.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)))
      })
      observer.observe(document, { childList: true, characterData: true, subtree: true })
    })
  window.firstHeadingPainted = window.headingPainted()
}
