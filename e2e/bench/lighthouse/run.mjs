import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromiumFlags, findChromium } from '../../../scripts/lib/chromium.mjs'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/** One browser for many runs; Lighthouse clears its storage before each. */
export async function startLighthouse() {
  const chrome = await launch({ chromePath: findChromium(), chromeFlags: [...chromiumFlags, '--headless=new'] })
  return {
    /** @param throttling `simulate` or `devtools` */
    run: (url, throttling, only = ['performance']) => measure(chrome.port, url, throttling, only),
    stop: () => chrome.kill(),
  }
}

async function measure(port, url, throttlingMethod, onlyCategories) {
  const flags = { port, throttlingMethod, onlyCategories, disableFullPageScreenshot: true, logLevel: 'error' }
  const { lhr, artifacts } = await lighthouse(url, flags)
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const figure = (audit) => lhr.audits[audit].numericValue
  return {
    fcp: figure('first-contentful-paint'),
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    scriptAfterLcp: scriptAfterLcp(lhr, artifacts.DevtoolsLog),
    scores: Object.fromEntries(onlyCategories.map((name) => [name, Math.round(lhr.categories[name].score * 100)])),
    faults: onlyCategories
      .filter((name) => name !== 'performance')
      .flatMap((name) => faultsOf(lhr, lhr.categories[name])),
  }
}

/** What keeps a category from its full score. */
function faultsOf({ audits }, { auditRefs }) {
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
