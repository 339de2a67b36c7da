import { screenEmulationMetrics, throttling, userAgents } from 'lighthouse/core/config/constants.js'
import { blockingRows, paintRows } from './lighthouse/rows.mjs'
import { startReferences } from './lighthouse/start-references.mjs'
import { inTurns, visitsOf } from './lighthouse/turns.mjs'
import { median } from './report/statistics.mjs'
import { launchBrowser, slowDown, warmUp } from './site/browser.mjs'

/**
 * One visit paints up to a fifth sooner or later than the next, whatever the page, and what is looked for is a twentieth: so
 * many visits, for each run of the others. The first ones stay until all scripts have run.
 */
const VISITS_PER_RUN = 7
const LONG_VISITS_PER_RUN = 4
/** The largest paint has come by then: pictures are loaded, and their frame is drawn. */
const LAST_FRAMES_MS = 300
/** What a page does by itself is over then, this long after its load. */
const ALL_SCRIPTS_MS = 4_000
const LONG_TASK_MS = 50
const BYTES_PER_KILOBIT = 1024 / 8
const { mobileSlow4G } = throttling
const phone = {
  cpu: mobileSlow4G.cpuSlowdownMultiplier,
  latencyMs: mobileSlow4G.requestLatencyMs,
  download: mobileSlow4G.downloadThroughputKbps * BYTES_PER_KILOBIT,
  upload: mobileSlow4G.uploadThroughputKbps * BYTES_PER_KILOBIT,
}

/**
 * P1 and P2 with the throttling that Lighthouse calls `devtools`: its phone, its network, its processor, and a new browser for
 * each visit, without all that Lighthouse does besides.
 */
export async function measureVisits({ origin, options, browser, progress }) {
  const { runs: count, routes } = options
  const references = await startReferences({ origin, routes, browser, progress })
  const results = []
  try {
    for (const about of visitsOf(routes)) {
      progress(`visits: ${about.name}`)
      const cartOf = about.hasCart ? origin.url : undefined
      const pages = references.pagesOf(about.route)
      const long = await inTurns(pages, count * LONG_VISITS_PER_RUN, (url) => visit(url, cartOf, ALL_SCRIPTS_MS))
      const short = count * (VISITS_PER_RUN - LONG_VISITS_PER_RUN)
      const rest = await inTurns(pages, short, (url) => visit(url, cartOf, LAST_FRAMES_MS))
      const runs = Object.fromEntries(Object.keys(pages).map((name) => [name, [...long[name], ...rest[name]]]))
      results.push({ ...about, throttling: 'devtools', figures: mapValues(runs, middle), runs })
    }
  } finally {
    await references.stop()
  }
  return { rows: [...results.flatMap(paintRows), ...blockingRows(results)], details: results }
}

const mapValues = (object, change) => Object.fromEntries(Object.entries(object).map(([key, it]) => [key, change(it)]))

/** Blocking and shifts of the long visits, paints of all. */
function middle(runs) {
  const of = (figure, visits = runs) => median(visits.map((run) => run[figure]))
  const long = runs.filter(({ isLong }) => isLong)
  return { fcp: of('fcp'), lcp: of('lcp'), tbt: of('tbt', long), cls: of('cls', long) }
}

/** @returns ms from the click to each paint, and what came after, until so long after the load */
async function visit(url, cartOf, stayMs) {
  const browser = await launchBrowser()
  try {
    const { width, height, deviceScaleFactor } = screenEmulationMetrics.mobile
    const screen = { viewport: { width, height }, deviceScaleFactor, isMobile: true, userAgent: userAgents.mobile }
    const context = await browser.newContext(screen)
    await warmUp(context, cartOf)
    const page = await context.newPage()
    await slowDown(page, phone)
    await page.goto(url)
    const seen = await page.evaluate(readVisit, { stayMs, longTaskMs: LONG_TASK_MS })
    return { ...seen, isLong: stayMs === ALL_SCRIPTS_MS }
  } finally {
    await browser.close()
  }
}

/** Runs in the page. */
async function readVisit({ stayMs, longTaskMs }) {
  const kept = {}
  const types = ['largest-contentful-paint', 'longtask', 'layout-shift']
  for (const type of types) {
    kept[type] = []
    new PerformanceObserver((list) => kept[type].push(...list.getEntries())).observe({ type, buffered: true })
  }
  await new Promise((resolve) => setTimeout(resolve, stayMs))
  const fcp = performance.getEntriesByName('first-contentful-paint')[0].startTime
  // As Lighthouse counts: of a task under way at the first paint, what comes after it.
  const tasks = kept.longtask
    .map(({ startTime, duration }) => startTime + duration - Math.max(startTime, fcp))
    .filter((ms) => ms > longTaskMs)
  return {
    fcp,
    lcp: kept['largest-contentful-paint'].at(-1).startTime,
    tbt: tasks.reduce((sum, ms) => sum + ms - longTaskMs, 0),
    cls: kept['layout-shift'].reduce((sum, { value }) => sum + value, 0),
    tasks,
  }
}
