import { chromium } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromiumFlags, findChromium } from '../../../scripts/lib/chromium.mjs'
import { stopAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { warmUp } from '../site/browser.mjs'
import { measureLongestTask } from './longest-task.mjs'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/** Lighthouse's own for a mobile device. */
const SLOW_DOWN = 4
/** What Lighthouse gives as 1. */
const BEST_SCORE = 100

const figures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'metrics',
]

/** A browser for each run: a new profile, which has shown one other page and has never seen the site. */
export function startLighthouse() {
  const running = new Set()
  async function withBrowser({ cartOf }, use) {
    const chrome = await launch({
      chromePath: findChromium(),
      chromeFlags: [...chromiumFlags, '--headless=new'],
      handleSIGINT: false,
    })
    running.add(chrome)
    try {
      await warmUpBrowser(chrome.port, cartOf)
      return await use(chrome.port)
    } finally {
      running.delete(chrome)
      chrome.kill()
    }
  }
  return {
    /**
     * @param throttling `simulate` or `devtools`
     * @param cartOf the origin whose cart is filled before
     */
    measure: (url, throttling, { cartOf } = {}) => withBrowser({ cartOf }, (port) => measure(port, url, throttling)),
    longestTask: (url, { cartOf } = {}) => withBrowser({ cartOf }, (port) => measureLongestTask(port, url, SLOW_DOWN)),
    score: (url, { cartOf } = {}) => withBrowser({ cartOf }, (port) => score(port, url)),
    stop: stopAtEnd(() => {
      for (const chrome of running) chrome.kill()
    }),
  }
}

async function warmUpBrowser(port, cartOf) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  await warmUp(browser.contexts()[0], cartOf)
  await browser.close()
}

async function measure(port, url, throttlingMethod) {
  const { lhr, artifacts } = await runUntilValid(url, { port, throttlingMethod, onlyAudits: figures })
  const figure = (audit) => lhr.audits[audit].numericValue
  return {
    fcp: figure('first-contentful-paint'),
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    scriptAfterLcp: scriptAfterLcp(lhr, artifacts.DevtoolsLog),
  }
}

async function score(port, url) {
  const { lhr } = await runUntilValid(url, { port, onlyCategories: categories })
  return {
    scores: Object.fromEntries(categories.map((name) => [name, Math.round(lhr.categories[name].score * BEST_SCORE)])),
    failed: categories
      .filter((name) => name !== 'performance')
      .flatMap((name) => failedAudits(lhr, lhr.categories[name])),
  }
}

/** A busy machine now and then lets a page load without a paint that Lighthouse recognises. */
async function runUntilValid(url, flags, attempts = 3) {
  const result = await lighthouse(url, { ...flags, disableFullPageScreenshot: true, logLevel: 'error' })
  const { runtimeError, audits } = result.lhr
  const error = runtimeError?.message ?? audits.metrics.errorMessage
  if (!error) return result
  if (attempts === 1) throw new Error(`${url}: ${error}`)
  return runUntilValid(url, flags, attempts - 1)
}

/** What keeps a category from its full score. */
function failedAudits({ audits }, { auditRefs }) {
  const failed = auditRefs.filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
  return failed.map(({ id }) => `${id}: ${audits[id].title}`)
}

/** Milliseconds from the largest paint to the first byte of any script; endless where no script came. */
function scriptAfterLcp({ audits }, devtoolsLog) {
  const [observed] = audits.metrics.details.items
  const replies = devtoolsLog
    .filter(({ method, params }) => method === 'Network.responseReceived' && params.type === 'Script')
    .map(({ params }) => params.timestamp * 1000)
  return Math.min(...replies) - observed.observedLargestContentfulPaintTs / 1000
}
