import { figureRow, ratioRow } from '../report/rows.mjs'
import { largestOf, medians } from '../report/statistics.mjs'
import { getCompressed } from '../site/get.mjs'
import { startMemoryServer } from '../site/start-memory-server.mjs'
import { LIMIT_PATH, makeLimitPage } from './limit-page.mjs'
import { categories, startLighthouse } from './run.mjs'
import { readTwin } from './twin.mjs'

/** P1, P2 and P3: how much the scripts of a page cost it, against the same page without any. */
export async function measureLighthouse({ origin, options, browser, progress }) {
  const twins = await Promise.all(options.routes.map((route) => readTwin(origin.url, route)))
  const limit = options.routes.includes('/courses') ? [await makeLimitPage(origin.url, browser)] : []
  const server = await startMemoryServer({ origin: origin.url, documents: [...twins, ...limit] })
  const lighthouse = await startLighthouse()
  const results = []
  try {
    await warmUp(server.url, twins)
    for (const throttling of ['simulate', 'devtools']) {
      for (const route of throttling === 'simulate' ? options.routes : options.throttledRoutes) {
        progress(`Lighthouse, ${throttling}: ${route}`)
        const pages = {
          ours: origin.url + route,
          twin: server.url + route,
          ...(route === '/courses' && { limit: server.url + LIMIT_PATH }),
        }
        results.push({ route, throttling, ...(await measurePages(lighthouse, pages, throttling, options.runs)) })
      }
    }
  } finally {
    await lighthouse.stop()
    server.stop()
  }
  return { rows: rowsOf(results), details: results }
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
      const { scores, faults, ...figures } = await lighthouse.run(url, throttling, isScored ? categories : undefined)
      runs[name].push(figures)
      if (isScored) scored = { scores, faults }
    }
  }
  const figures = Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, medians(all)]))
  return { ...scored, figures, runs }
}

function rowsOf(results) {
  const simulated = results.filter(({ throttling }) => throttling === 'simulate')
  const worst = (name) => largestOf(simulated.map(({ route, figures }) => ({ route, value: figures.ours[name] })))
  const [tbt, processorTbt, cls] = [worst('tbt'), worst('tbtInProcessorTime'), worst('cls')]
  const early = largestOf(
    results.map(({ route, runs }) => ({ route, value: -Math.min(...runs.ours.map((run) => run.scriptAfterLcp)) })),
  )
  return [
    ...results.flatMap(paintRows),
    figureRow({ goal: 'P2', measured: `TBT, longest: ${tbt.route}`, unit: 'ms', ours: tbt.value, most: 15 }),
    figureRow({
      goal: '–',
      measured: `TBT in processor time, longest: ${processorTbt.route}`,
      unit: 'ms',
      ours: processorTbt.value,
    }),
    figureRow({ goal: 'P2', measured: `CLS, largest: ${cls.route}`, unit: '', ours: cls.value, most: 0.0005 }),
    figureRow({
      goal: 'P3',
      measured: `first script byte after LCP, soonest: ${early.route}`,
      unit: 'ms',
      ours: -early.value,
      least: 0,
    }),
    ...categories.map((name) => {
      const low = largestOf(simulated.map(({ route, scores }) => ({ route, value: -scores[name] })))
      return figureRow({ goal: '–', measured: `score ${name}, lowest: ${low.route}`, unit: '', ours: -low.value })
    }),
  ]
}

function paintRows({ route, throttling, figures: { ours, twin, limit } }) {
  const against = (what, reference, most) =>
    ['fcp', 'lcp'].map((name) => {
      const measured = `${name.toUpperCase()} ${throttling} ${route} : ${what}`
      return ratioRow({ goal: 'P1', measured, unit: 'ms', ours: ours[name], reference: reference[name], most })
    })
  return [...against('twin', twin, 1.05), ...(limit ? against('limit page', limit, 1.15) : [])]
}
