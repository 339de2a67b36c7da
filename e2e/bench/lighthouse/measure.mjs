import { startNextShop } from '../next-shop/start.mjs'
import { CHECKOUT } from '../options.mjs'
import { median, medians } from '../report/statistics.mjs'
import { getCompressed } from '../site/get.mjs'
import { startMemoryServer } from '../site/start-memory-server.mjs'
import { CSS, LIMIT_PATH, makeLimitPage, readListing } from './limit-page.mjs'
import { rowsOf } from './rows.mjs'
import { startLighthouse } from './run.mjs'
import { readTwin } from './twin.mjs'

const cartRoutes = ['/cart', CHECKOUT]

/** P1, P2 and P3: how much the scripts of a page cost it, against the same page without any. */
export async function measureLighthouse({ origin, site, options, browser, progress }) {
  const twins = await Promise.all(options.routes.map((route) => readTwin(origin.url, route)))
  const limit = options.routes.includes('/courses') ? [await makeLimitPage(origin.url, browser)] : []
  const server = await startMemoryServer({ origin: origin.url, documents: [...twins, ...limit] })
  const next = limit.length > 0 ? await startReference({ origin, browser, progress }) : undefined
  const lighthouse = startLighthouse()
  const composition = await site.readComposition()
  const results = []
  try {
    await warmUp(server.url, twins)
    for (const visit of visitsOf(options)) {
      const { route, hasCart, throttling } = visit
      const name = hasCart ? `${route} with a filled cart` : route
      progress(`Lighthouse, ${throttling}: ${name}`)
      const cartOf = hasCart ? origin.url : undefined
      const pages = {
        ours: origin.url + route,
        twin: server.url + route,
        ...(route === '/courses' && { limit: server.url + LIMIT_PATH, ...(next && { next: next.url + route }) }),
      }
      const isIndexed = !composition.pages[route].noindex
      const measured = await measurePages(lighthouse, pages, { throttling, cartOf, count: options.runs })
      const once = throttling === options.throttling[0]
      const longestTasks = once
        ? await measureTasks(lighthouse, pages.ours, { cartOf, count: options.runs })
        : undefined
      const scored = once ? await lighthouse.score(pages.ours, { cartOf }) : undefined
      results.push({ name, isIndexed, ...visit, ...measured, longestTasks, ...scored })
    }
  } finally {
    await lighthouse.stop()
    await next?.stop()
    server.stop()
  }
  return { rows: rowsOf(results), details: results }
}

/** Without a registry there is no reference, and its rows stay away; the others do not need it. */
async function startReference({ origin, browser, progress }) {
  progress('Lighthouse: installing and building the minimal Next shop')
  return startNextShop(origin.url, await readListing(origin.url, browser), CSS).catch((error) => {
    progress(`Lighthouse: no Next shop to compare with: ${error.message}`)
  })
}

function visitsOf({ routes, throttling: kinds }) {
  const visits = kinds.flatMap((throttling) => routes.map((route) => ({ route, throttling })))
  const withCart = routes.filter((route) => cartRoutes.includes(route))
  return [
    ...visits.filter(({ route }) => route !== CHECKOUT),
    ...withCart.map((route) => ({ route, throttling: kinds[0], hasCart: true })),
  ]
}

/** Both servers have every file in memory before the first run. */
async function warmUp(server, twins) {
  const files = new Set(twins.flatMap(({ files }) => files))
  await Promise.all([...files].map((file) => getCompressed(server + file).catch(() => {})))
}

/** The pages take turns, the first one too, so that what the machine does meanwhile meets all of them alike. */
async function measurePages(lighthouse, pages, { throttling, cartOf, count }) {
  const runs = Object.fromEntries(Object.keys(pages).map((name) => [name, []]))
  for (let index = 0; index < count; index++) {
    const turn = Object.entries(pages)
    for (const [name, url] of index % 2 === 0 ? turn : turn.reverse())
      runs[name].push(await lighthouse.measure(url, throttling, { cartOf }))
  }
  const figures = Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, medians(all)]))
  return { figures, runs }
}

async function measureTasks(lighthouse, url, { cartOf, count }) {
  const runs = []
  for (let index = 0; index < count; index++) runs.push(await lighthouse.longestTask(url, { cartOf }))
  return { runs, median: median(runs) }
}
