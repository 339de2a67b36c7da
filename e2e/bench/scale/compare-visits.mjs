import { readRouteScripts } from '../bytes/route-scripts.mjs'
import { startLighthouse } from '../lighthouse/run.mjs'
import { figureRow, ratioRow } from '../report/rows.mjs'
import { medians } from '../report/statistics.mjs'
import { getCompressed } from '../site/get.mjs'

const MOST = 1.05
/** Blocking of nothing has no ratio: so much of it, in ms, is no difference. */
const SAME_MS = 10

/**
 * What a visitor of one page notices of how many remotes there are: nothing.
 * @param large address of the site of many, `small` of the one of three and itself; both have the page
 */
export async function compareVisits({ large, small, page, browser, runs, progress }) {
  progress(`scale: a visit of ${page} at both`)
  const [ours, reference] = [await readVisit(browser, large, page), await readVisit(browser, small, page)]
  const paints = await comparePaints({ ours: large + page, reference: small + page }, runs)
  const rows = [
    ...Object.keys(ours).map((name) =>
      ratio(`${name} of ${page}`, ours[name].unit, ours[name].value, reference[name].value),
    ),
    ...['fcp', 'lcp'].map((paint) =>
      ratio(`${paint.toUpperCase()} of ${page}`, 'ms', paints.ours[paint], paints.reference[paint]),
    ),
    figureRow({
      goal: 'P10',
      measured: `TBT of ${page} beyond that at few remotes (${Math.round(paints.ours.tbt)} : ${Math.round(paints.reference.tbt)} ms)`,
      unit: 'ms',
      ours: paints.ours.tbt - paints.reference.tbt * MOST,
      most: SAME_MS,
    }),
  ]
  return { rows, details: { ours, reference, paints } }
}

function ratio(measured, unit, ours, reference) {
  return ratioRow({ goal: 'P10', measured: `${measured} : at few remotes`, unit, ours, reference, most: MOST })
}

/** Bytes as they are sent, and how often a new visitor's browser asks until the page is interactive. */
async function readVisit(browser, origin, route) {
  const scripts = await readRouteScripts(browser, { origin, route })
  const sizes = await Promise.all(scripts.map(async (script) => (await getCompressed(script)).body.length))
  const { body } = await getCompressed(origin + route)
  return {
    HTML: { unit: 'kB', value: body.length / 1_000 },
    JavaScript: { unit: 'kB', value: sizes.reduce((sum, size) => sum + size, 0) / 1_000 },
    scripts: { unit: '', value: scripts.length },
  }
}

/** In turn, so that what the machine does meanwhile meets both. */
async function comparePaints(pages, count) {
  const lighthouse = startLighthouse()
  const runs = { ours: [], reference: [] }
  try {
    for (let index = 0; index < count; index += 1)
      for (const [name, url] of Object.entries(pages)) runs[name].push(await lighthouse.measure(url, 'simulate'))
  } finally {
    await lighthouse.stop()
  }
  return { ours: medians(runs.ours), reference: medians(runs.reference) }
}
