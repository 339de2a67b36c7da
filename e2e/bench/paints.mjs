import { screenEmulationMetrics, throttling, userAgents } from 'lighthouse/core/config/constants.js'
import { paintRows } from './lighthouse/rows.mjs'
import { startTwins } from './lighthouse/start-twins.mjs'
import { inTurns, visitsOf } from './lighthouse/visits.mjs'
import { medians } from './report/statistics.mjs'
import { launchBrowser, slowDown, warmUp } from './site/browser.mjs'

/**
 * One visit paints up to a fifth sooner or later than the next, whatever the page, and what is looked for is a twentieth: so
 * many short visits, for each run of the others.
 */
const VISITS_PER_RUN = 7
/** The largest paint has come by then: pictures are loaded, and their frame is drawn. */
const LAST_FRAMES_MS = 300
const BYTES_PER_KILOBIT = 1024 / 8
const { mobileSlow4G } = throttling
const phone = {
  cpu: mobileSlow4G.cpuSlowdownMultiplier,
  latencyMs: mobileSlow4G.requestLatencyMs,
  download: mobileSlow4G.downloadThroughputKbps * BYTES_PER_KILOBIT,
  upload: mobileSlow4G.uploadThroughputKbps * BYTES_PER_KILOBIT,
}

/**
 * P1 with the throttling that Lighthouse calls `devtools`: its phone, its network, its processor, and a new browser for
 * each visit, without all that Lighthouse does besides.
 */
export async function measurePaints({ origin, options, browser, progress }) {
  const twins = await startTwins({ origin, routes: options.routes, browser })
  const results = []
  try {
    for (const visit of visitsOf(options.routes)) {
      progress(`paints: ${visit.name}`)
      const cartOf = visit.hasCart ? origin.url : undefined
      const runs = await inTurns(twins.pagesOf(visit.route), options.runs * VISITS_PER_RUN, (url) =>
        readPaints(url, cartOf),
      )
      const figures = Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, medians(all)]))
      results.push({ ...visit, throttling: 'devtools', figures, runs })
    }
  } finally {
    twins.stop()
  }
  return { rows: results.flatMap(paintRows), details: results }
}

/** @returns ms from the click to each paint */
async function readPaints(url, cartOf) {
  const browser = await launchBrowser()
  try {
    const { width, height, deviceScaleFactor } = screenEmulationMetrics.mobile
    const screen = { viewport: { width, height }, deviceScaleFactor, isMobile: true, userAgent: userAgents.mobile }
    const context = await browser.newContext(screen)
    await warmUp(context, cartOf)
    const page = await context.newPage()
    await slowDown(page, phone)
    await page.goto(url)
    return await page.evaluate(paintsSoFar, LAST_FRAMES_MS)
  } finally {
    await browser.close()
  }
}

/** Runs in the page. */
async function paintsSoFar(waitMs) {
  await new Promise((resolve) => setTimeout(resolve, waitMs))
  const largest = await new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1))).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    }),
  )
  return { fcp: performance.getEntriesByName('first-contentful-paint')[0].startTime, lcp: largest.startTime }
}
