import { figureRow } from './report/rows.mjs'
import { median } from './report/statistics.mjs'
import { fillCart, hydrated, press, slowDown } from './site/browser.mjs'

const RUNS = 5
/** Events shorter than this are not reported by browsers. */
const SHORTEST_MS = 16
const SETTLING_MS = 1_000

const interactions = [
  {
    name: 'add to cart',
    route: '/courses',
    act: (page) => press(page, page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()),
  },
  {
    name: 'filter',
    route: '/courses',
    act: (page) => press(page, page.locator('main a[href="/courses?category=food"]').first()),
  },
  {
    name: 'menu',
    route: '/about',
    act: (page) => press(page, page.getByRole('navigation', { name: 'Main' }).getByText('Courses', { exact: true })),
  },
  {
    name: 'dialog',
    route: '/courses/citb-ssp',
    act: (page) => press(page, page.getByRole('button', { name: /details/i }).first()),
  },
  {
    name: 'cart quantity',
    route: '/cart',
    hasCart: true,
    act: async (page) => {
      await page.locator('main select').first().focus()
      await page.keyboard.press('ArrowDown')
    },
  },
]

/** P2: from the visitor's hand to the next paint, as browsers report it (Event Timing), on a processor four times slower. */
export async function measureInteraction({ origin, browser, progress }) {
  const results = []
  for (const interaction of interactions) {
    progress(`interaction: ${interaction.name}`)
    const runs = []
    for (let index = 0; index < RUNS; index++) runs.push(await timeInteraction(browser, origin.url, interaction))
    results.push({ name: interaction.name, runs })
  }
  return { rows: results.map(rowOf), details: results }
}

function rowOf({ name, runs }) {
  return figureRow({ goal: 'P2', measured: `INP of ${name}, 4× slow-down`, unit: 'ms', ours: median(runs), most: 100 })
}

async function timeInteraction(browser, origin, { route, hasCart = false, act }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  try {
    if (hasCart) await fillCart(page, origin)
    await page.goto(origin + route)
    await hydrated(page)
    await page.waitForTimeout(SETTLING_MS)
    await slowDown(page, { cpu: 4 })
    await page.evaluate(observeEvents, SHORTEST_MS)
    await act(page)
    await page.waitForTimeout(SETTLING_MS)
    return await page.evaluate((shortest) => Math.max(shortest, ...window.interactionDurations), SHORTEST_MS)
  } finally {
    await context.close()
  }
}

function observeEvents(durationThreshold) {
  window.interactionDurations = []
  new PerformanceObserver((list) => {
    const interactions = list.getEntries().filter(({ interactionId }) => interactionId > 0)
    window.interactionDurations.push(...interactions.map(({ duration }) => duration))
  }).observe({ type: 'event', durationThreshold })
}
