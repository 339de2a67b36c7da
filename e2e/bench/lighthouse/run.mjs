import { chromium } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromiumFlags, findChromium } from '../../../scripts/lib/chromium.mjs'
import { stopAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { fillCart } from '../site/browser.mjs'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/** Lighthouse's own for a mobile device, and the length from which a task counts as blocking. */
const SLOW_DOWN = 4
const LONG_TASK_MS = 50
/** What Lighthouse gives as 1. */
const BEST_SCORE = 100
const SCRIPT_EVENTS = new Set(['EvaluateScript', 'FunctionCall', 'RunMicrotasks'])

/** One browser for many runs; Lighthouse clears its caches before each, but keeps a cart that is in it. */
export async function startLighthouse() {
  const chrome = await launch({
    chromePath: findChromium(),
    chromeFlags: [...chromiumFlags, '--headless=new'],
    handleSIGINT: false,
  })
  return {
    /** @param throttling `simulate` or `devtools` */
    run: (url, throttling, only = ['performance']) => measure(chrome.port, url, throttling, only),
    fillCart: (origin) => fillCartOf(chrome.port, origin),
    stop: stopAtEnd(() => chrome.kill()),
  }
}

async function fillCartOf(port, origin) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0].newPage()
  await fillCart(page, origin)
  await page.close()
  await browser.close()
}

async function measure(port, url, throttlingMethod, onlyCategories) {
  const flags = { port, throttlingMethod, onlyCategories, disableFullPageScreenshot: true, logLevel: 'error' }
  const { lhr, artifacts } = await runUntilValid(url, flags)
  const figure = (audit) => lhr.audits[audit].numericValue
  return {
    fcp: figure('first-contentful-paint'),
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    tbtInProcessorTime: throttlingMethod === 'simulate' ? blockingTime(lhr, artifacts.Trace) : 0,
    longestTask: longestTask(lhr, artifacts.Trace) * (throttlingMethod === 'simulate' ? SLOW_DOWN : 1),
    cls: figure('cumulative-layout-shift'),
    scriptAfterLcp: scriptAfterLcp(lhr, artifacts.DevtoolsLog),
    scores: Object.fromEntries(
      onlyCategories.map((name) => [name, Math.round(lhr.categories[name].score * BEST_SCORE)]),
    ),
    failed: onlyCategories
      .filter((name) => name !== 'performance')
      .flatMap((name) => failedAudits(lhr, lhr.categories[name])),
  }
}

/** A busy machine now and then lets a page load without a paint that Lighthouse recognises. */
async function runUntilValid(url, flags, attempts = 3) {
  const result = await lighthouse(url, flags)
  const { runtimeError, audits } = result.lhr
  const error = runtimeError?.message ?? audits.metrics.errorMessage
  if (!error) return result
  if (attempts === 1) throw new Error(`${url}: ${error}`)
  return runUntilValid(url, flags, attempts - 1)
}

/** Total blocking time of the time the processor spent on the page, whatever else the machine did meanwhile. */
function blockingTime({ audits }, { traceEvents }) {
  const tasks = eventsAfterPaint({ audits }, traceEvents).filter(isTask)
  const blocking = tasks.map(({ tdur = 0 }) => Math.max(0, (tdur / 1000) * SLOW_DOWN - LONG_TASK_MS))
  return blocking.reduce((sum, each) => sum + each, 0)
}

/** Milliseconds, by the clock, of the longest task after the first paint in which a script ran. */
function longestTask({ audits }, { traceEvents }) {
  const events = eventsAfterPaint({ audits }, traceEvents)
  const scripts = events.filter(({ name }) => SCRIPT_EVENTS.has(name))
  const own = events.filter(
    (task) => isTask(task) && scripts.some(({ ts }) => ts >= task.ts && ts < task.ts + task.dur),
  )
  return Math.max(0, ...own.map(({ dur }) => dur / 1000))
}

function isTask({ name }) {
  return name === 'RunTask'
}

/** What the page's main thread did after it had painted. */
function eventsAfterPaint({ audits }, traceEvents) {
  const [{ observedFirstContentfulPaintTs: firstPaint }] = audits.metrics.details.items
  const { pid, tid } = traceEvents.find(({ name, ts }) => name === 'firstContentfulPaint' && ts === firstPaint)
  return traceEvents.filter((it) => it.pid === pid && it.tid === tid && it.ts > firstPaint)
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
