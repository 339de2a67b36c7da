import { median, medians } from '../report/statistics.mjs'
import { rowsOf } from './rows.mjs'
import { startLighthouse } from './run.mjs'
import { startReferences } from './start-references.mjs'
import { inTurns, visitsOf } from './turns.mjs'

/** P1, P2 and P3: how much the scripts of a page cost it, against the same page without any. */
export async function measureLighthouse({ origin, site, options, browser, progress }) {
  const references = await startReferences({ origin, routes: options.routes, browser, progress })
  const lighthouse = startLighthouse()
  const composition = await site.readComposition()
  const results = []
  try {
    for (const visit of withThrottling(options)) {
      const { name, route, hasCart, throttling } = visit
      progress(`Lighthouse, ${throttling}: ${name}`)
      const cartOf = hasCart ? origin.url : undefined
      const pages = references.pagesOf(route)
      const isIndexed = !composition.pages[route].noindex
      const runs = await inTurns(pages, options.runs, (url) => lighthouse.measure(url, throttling, { cartOf }))
      const figures = Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, medians(all)]))
      const once = throttling === options.throttling[0]
      const longestTasks = once
        ? await measureTasks(lighthouse, pages.ours, { cartOf, count: options.runs })
        : undefined
      const scored = once ? await lighthouse.score(pages.ours, { cartOf }) : undefined
      results.push({ ...visit, isIndexed, figures, runs, longestTasks, ...scored })
    }
  } finally {
    await lighthouse.stop()
    await references.stop()
  }
  return { rows: rowsOf(results), details: results }
}

/** A cart makes no difference to throttling. */
function withThrottling({ routes, throttling: kinds }) {
  const visits = visitsOf(routes)
  return kinds.flatMap((throttling, index) =>
    visits.filter(({ hasCart }) => index === 0 || !hasCart).map((visit) => ({ ...visit, throttling })),
  )
}

async function measureTasks(lighthouse, url, { cartOf, count }) {
  const runs = []
  for (let index = 0; index < count; index++) runs.push(await lighthouse.longestTask(url, { cartOf }))
  return { runs, median: median(runs) }
}
