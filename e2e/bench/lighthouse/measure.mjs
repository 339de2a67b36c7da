import { startNextShop } from '../next-shop/start.mjs'
import { CHECKOUT } from '../options.mjs'
import { medians } from '../report/statistics.mjs'
import { getCompressed } from '../site/get.mjs'
import { startMemoryServer } from '../site/start-memory-server.mjs'
import { CSS, LIMIT_PATH, makeLimitPage, readListing } from './limit-page.mjs'
import { rowsOf } from './rows.mjs'
import { categories, startLighthouse } from './run.mjs'
import { readTwin } from './twin.mjs'

const cartRoutes = ['/cart', CHECKOUT]

/** P1, P2 and P3: how much the scripts of a page cost it, against the same page without any. */
export async function measureLighthouse({ origin, site, options, browser, progress }) {
  const twins = await Promise.all(options.routes.map((route) => readTwin(origin.url, route)))
  const limit = options.routes.includes('/courses') ? [await makeLimitPage(origin.url, browser)] : []
  const server = await startMemoryServer({ origin: origin.url, documents: [...twins, ...limit] })
  const next = limit.length > 0 ? await startReference({ origin, browser, progress }) : undefined
  const lighthouse = await startLighthouse()
  const composition = await site.readComposition()
  const results = []
  try {
    await warmUp(server.url, twins)
    for (const visit of visitsOf(options)) {
      const { route, hasCart, throttling } = visit
      const name = hasCart ? `${route} with a filled cart` : route
      progress(`Lighthouse, ${throttling}: ${name}`)
      if (hasCart) await lighthouse.fillCart(origin.url)
      const pages = {
        ours: origin.url + route,
        twin: server.url + route,
        ...(route === '/courses' && { limit: server.url + LIMIT_PATH, ...(next && { next: next.url + route }) }),
      }
      const isIndexed = !composition.pages[route].noindex
      results.push({ name, isIndexed, ...visit, ...(await measurePages(lighthouse, pages, throttling, options.runs)) })
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

/** Visits with a filled cart come last, because the browser keeps it. */
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
async function measurePages(lighthouse, pages, throttling, count) {
  const runs = Object.fromEntries(Object.keys(pages).map((name) => [name, []]))
  let scored = {}
  for (let index = 0; index < count; index++) {
    const turn = Object.entries(pages)
    for (const [name, url] of index % 2 === 0 ? turn : turn.reverse()) {
      const isScored = name === 'ours' && index === 0 && throttling === 'simulate'
      const { scores, failed, ...figures } = await lighthouse.run(url, throttling, isScored ? categories : undefined)
      runs[name].push(figures)
      if (isScored) scored = { scores, failed }
    }
  }
  const figures = Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, medians(all)]))
  return { ...scored, figures, runs }
}
