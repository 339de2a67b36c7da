import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { stopAtEnd } from '../../kit/lib/stop-at-end.mjs'
import { chromiumFlags, findChromium } from '../../scripts/machine/browsers.mjs'
import { installOnDemand } from '../support/install-on-demand.mjs'
import { warmUp } from './browser.mjs'
import { CHECKOUT } from './site.mjs'
import { figureRow, inTurns, largestOf, medians, ratioRow } from './table.mjs'

const dependencies = { lighthouse: '12.8.2', 'chrome-remote-interface': '0.34.0' }
const cartRoutes = ['/cart', CHECKOUT]
const audits = { fcp: 'first-contentful-paint', lcp: 'largest-contentful-paint', cls: 'cumulative-layout-shift' }

export async function measureLighthouse(given) {
  const { measure, stop } = await startLighthouse()
  const results = await compareVisits(given, 'Lighthouse', measure).finally(stop)
  return { rows: rowsOf(results), details: results }
}

/** Visits each page and what it is compared with, in turns. @param measure gets address, throttling, origin of a cart */
export async function compareVisits({ site, references, options, progress }, what, measure) {
  const results = []
  for (const throttling of options.throttling) {
    for (const { name, route, hasCart } of visitsOf(options.routes)) {
      progress(`${what}, ${throttling}: ${name}`)
      const visit = (url) => measure(url, throttling, hasCart ? site.url : undefined)
      const runs = await inTurns(references.pagesOf(route), options.runs, visit)
      const figures = Object.fromEntries(Object.entries(runs).map(([page, all]) => [page, medians(all)]))
      results.push({ name, throttling, figures, runs })
    }
  }
  return results
}

function visitsOf(routes) {
  const plain = routes.filter((route) => route !== CHECKOUT).map((route) => ({ name: route, route }))
  const carts = routes.filter((route) => cartRoutes.includes(route))
  return [...plain, ...carts.map((route) => ({ name: `${route} with a filled cart`, route, hasCart: true }))]
}

/** Gives each work the port of a browser with a new profile, which has shown one other page. */
export async function startBrowsers() {
  const require = createRequire(path.join(installOnDemand('lighthouse', { dependencies }), 'package.json'))
  const { launch } = await import(require.resolve('chrome-launcher'))
  const running = new Set()
  return {
    load: async (name) => (await import(require.resolve(name))).default,
    async withBrowser(cartOf, use) {
      const chromeFlags = [...chromiumFlags, '--headless=new']
      const chrome = await launch({ chromePath: findChromium(), chromeFlags, handleSIGINT: false })
      running.add(chrome)
      try {
        const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`)
        await warmUp(browser.contexts()[0], cartOf)
        await browser.close()
        return await use(chrome.port)
      } finally {
        running.delete(chrome)
        chrome.kill()
      }
    },
    stop: stopAtEnd(() => {
      for (const chrome of running) chrome.kill()
    }),
  }
}

export async function startLighthouse() {
  const { load, withBrowser, stop } = await startBrowsers()
  const lighthouse = await load('lighthouse')
  return {
    measure: (url, throttlingMethod, cartOf) =>
      withBrowser(cartOf, async (port) => {
        const onlyAudits = [...Object.values(audits), 'metrics']
        const { lhr, artifacts } = await runUntilValid(lighthouse, url, { port, throttlingMethod, onlyAudits })
        const figures = Object.entries(audits).map(([name, audit]) => [name, lhr.audits[audit].numericValue])
        return { ...Object.fromEntries(figures), scriptAfterLcp: scriptAfterLcp(lhr, artifacts.DevtoolsLog) }
      }),
    stop,
  }
}

/** On a busy machine Lighthouse sometimes recognises no paint. */
async function runUntilValid(lighthouse, url, flags, attempts = 3) {
  const result = await lighthouse(url, { ...flags, disableFullPageScreenshot: true, logLevel: 'error' })
  const error = result.lhr.runtimeError?.message ?? result.lhr.audits.metrics.errorMessage
  if (!error) return result
  if (attempts === 1) throw new Error(`${url}: ${error}`)
  return runUntilValid(lighthouse, url, flags, attempts - 1)
}

function scriptAfterLcp({ audits: { metrics } }, devtoolsLog) {
  const replies = devtoolsLog
    .filter(({ method, params }) => method === 'Network.responseReceived' && params.type === 'Script')
    .map(({ params }) => params.timestamp * 1000)
  return Math.min(...replies) - metrics.details.items[0].observedLargestContentfulPaintTs / 1000
}

function rowsOf(results) {
  const shift = largestOf(results.map(({ name, figures }) => ({ name, value: figures.ours.cls })))
  const script = largestOf(
    results.map(({ name, throttling, runs }) => ({
      name: `${name} ${throttling}`,
      value: -Math.min(...runs.ours.map(({ scriptAfterLcp }) => scriptAfterLcp)),
    })),
  )
  const soonest = `first script byte after LCP, soonest: ${script.name}`
  return [
    ...results.flatMap(paintRows),
    figureRow({ goal: 'P2', measured: `CLS, largest: ${shift.name}`, unit: '', ours: shift.value, most: 0.0005 }),
    figureRow({ goal: 'P3', measured: soonest, unit: 'ms', ours: -script.value, least: 0 }),
  ]
}

function paintRows({ name, throttling, figures: { ours, twin, limit } }) {
  const against = (what, reference, most) =>
    ['fcp', 'lcp'].map((paint) => {
      const measured = `${paint.toUpperCase()} ${throttling} ${name} : ${what}`
      const given = { ours: ours[paint], reference: reference[paint] }
      return ratioRow({ goal: 'P1', measured, unit: 'ms', ...given, most })
    })
  const most = throttling === 'simulate' ? 1.15 : undefined // decision 44
  return [...against('twin', twin, 1.05), ...(limit ? against('limit page', limit, most) : [])]
}
