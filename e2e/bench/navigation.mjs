import { hydrated, press, slowDown } from './browser.mjs'
import { median, ratioRow } from './table.mjs'

/** One click is painted up to twice as late as the next: so many for each run of the others. */
const CLICKS_PER_RUN = 5
const SLOWNESS = { cpu: 4, latencyMs: 150 }
/** Long enough for what pointing at a link preloads to arrive. */
const REST_MS = 1_000
const FROM = '/courses'
const TO = '/blog'

/** P6: from the click until the heading of another remote's page is painted, against a full page load. */
export async function measureNavigation({ site, beside, browser, options, progress }) {
  const ways = { ours: [site.url, click], reference: [site.url, load], ...(beside && { beside: [beside.url, click] }) }
  const runs = Object.fromEntries(Object.keys(ways).map((name) => [name, []]))
  for (let index = 0; index < options.runs * CLICKS_PER_RUN; index++) {
    progress(`navigation: ${index + 1} of ${options.runs * CLICKS_PER_RUN}`)
    for (const [name, [url, go]] of Object.entries(ways)) runs[name].push(await timeVisit(browser, url, go))
  }
  const given = Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, median(all)]))
  const measured = `${FROM} to ${TO}, another remote, preloaded : full page load`
  return { rows: [ratioRow({ goal: 'P6', measured, unit: 'ms', ...given, most: 0.35 })], details: runs }
}

/** A visitor who has read the first page, so that what both pages share is in the cache. */
async function timeVisit(browser, url, go) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    await slowDown(page, SLOWNESS)
    await page.goto(url + FROM)
    await hydrated(page)
    await page.waitForTimeout(REST_MS)
    return await go(page, url)
  } finally {
    await page.close()
  }
}

async function load(page, url) {
  await page.goto(url + TO)
  // The heading is in the document, and so in its first paint.
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime)
}

async function click(page) {
  const painted = page.evaluate(untilHeadingPainted)
  await press(page, page.locator(`header a[href="${TO}"]:visible`).first(), REST_MS)
  return painted
}

/** Runs in the page: milliseconds from the next click until another heading is painted. */
function untilHeadingPainted() {
  const before = document.querySelector('main h1').textContent
  let clickedAt = 0
  addEventListener('click', () => (clickedAt = performance.now()), { capture: true, once: true })
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const heading = document.querySelector('main h1')
      if (!heading || heading.textContent === before) return
      observer.disconnect()
      // The task after the next frame's callbacks comes when that frame has been handed to the screen.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedAt)))
    })
    observer.observe(document, { childList: true, characterData: true, subtree: true })
  })
}
