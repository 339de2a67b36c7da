import { fillCart, hydrated, press, slowDown } from './browser.mjs'
import { figureRow, largestOf, median } from './table.mjs'

const RUNS = 5
/** Events shorter than this are not reported by browsers. */
const SHORTEST_MS = 16
const SETTLING_MS = 1_000
/** What a page does by itself is over then. */
const ALL_SCRIPTS_MS = 4_000

const pressing = (find) => (page) => press(page, find(page).first())
const interactions = {
  'add to cart': ['/courses', pressing((page) => page.getByRole('main').getByRole('button', { name: 'Add to Cart' }))],
  filter: ['/courses', pressing((page) => page.locator('main a[href="/courses?category=food"]'))],
  menu: [
    '/about',
    pressing((page) => page.getByRole('navigation', { name: 'Main' }).getByText('Courses', { exact: true })),
  ],
  dialog: ['/courses/citb-ssp', pressing((page) => page.getByRole('button', { name: /details/i }))],
  async 'cart quantity'(page) {
    await page.locator('main select').first().focus()
    await page.keyboard.press('ArrowDown')
  },
}

/** P2: from the visitor's hand to the next paint, and the longest task of a page, on a processor four times slower. */
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

/** The sites take turns. */
async function medianOf(sites, measure) {
  const runs = Object.fromEntries(Object.keys(sites).map((name) => [name, []]))
  for (let index = 0; index < RUNS; index++)
    for (const [name, url] of Object.entries(sites)) runs[name].push(await measure(url))
  return Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, median(all)]))
}

async function timeInteraction(browser, url, interaction) {
  const [route, act] = Array.isArray(interaction) ? interaction : ['/cart', interaction]
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    if (route === '/cart') await fillCart(page, url)
    await page.goto(url + route)
    await hydrated(page)
    await page.waitForTimeout(SETTLING_MS)
    await slowDown(page, { cpu: 4 })
    await page.evaluate(observe, { type: 'event', durationThreshold: SHORTEST_MS })
    await act(page)
    await page.waitForTimeout(SETTLING_MS)
    const events = await page.evaluate(() => window.observed)
    return Math.max(SHORTEST_MS, ...events.filter((it) => it.interactionId > 0).map(({ duration }) => duration))
  } finally {
    await page.close()
  }
}

async function longestTask(browser, address) {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } })
  try {
    await slowDown(page, { cpu: 4 })
    await page.addInitScript(observe, { type: 'longtask' })
    await page.goto(address)
    await page.waitForTimeout(ALL_SCRIPTS_MS)
    return await page.evaluate(() => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0].startTime
      return Math.max(0, ...window.observed.filter((it) => it.startTime > painted).map(({ duration }) => duration))
    })
  } finally {
    await page.close()
  }
}

/** Runs in the page. */
function observe(options) {
  window.observed = []
  const keep = ({ startTime, duration, interactionId }) => window.observed.push({ startTime, duration, interactionId })
  new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe(options)
}
