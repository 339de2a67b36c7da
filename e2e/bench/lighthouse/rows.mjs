import { figureRow, ratioRow } from '../report/rows.mjs'
import { largestOf } from '../report/statistics.mjs'
import { categories } from './run.mjs'

/** One row for each paint; of the other figures only that of the worst page. */
export function rowsOf(results) {
  return [...results.flatMap(paintRows), ...blockingRows(results), scriptRow(results), ...scoreRows(results)]
}

function paintRows({ name, throttling, figures: { ours, twin, limit } }) {
  const against = (what, reference, most) =>
    ['fcp', 'lcp'].map((paint) =>
      ratioRow({
        goal: 'P1',
        measured: `${paint.toUpperCase()} ${throttling} ${name} : ${what}`,
        unit: 'ms',
        ours: ours[paint],
        reference: reference[paint],
        most,
      }),
    )
  return [...against('twin', twin, 1.05), ...(limit ? against('limit page', limit, 1.15) : [])]
}

/**
 * Blocking time in processor time is what the page's own work takes. By the clock it also counts what the
 * machine did beside it, as the twin shows, which has no script to block anything.
 */
function blockingRows(results) {
  const simulated = results.filter(({ throttling }) => throttling === 'simulate')
  const worst = (figure, page = 'ours') =>
    largestOf(simulated.map((it) => ({ name: it.name, value: it.figures[page][figure] })))
  const row = (figure, goal, label, wanted) => {
    const { name, value } = worst(figure)
    return figureRow({ goal, measured: `${label}, largest: ${name}`, ours: value, ...wanted })
  }
  return [
    row('tbtInProcessorTime', 'P2', 'TBT in processor time', { unit: 'ms', most: 15 }),
    { ...row('tbt', '–', 'TBT by the clock', { unit: 'ms' }), reference: worst('tbt', 'twin').value },
    row('cls', 'P2', 'CLS', { unit: '', most: 0.0005 }),
  ]
}

function scriptRow(results) {
  const earliest = ({ runs }) => Math.min(...runs.ours.map(({ scriptAfterLcp }) => scriptAfterLcp))
  const { name, value } = largestOf(
    results.map((it) => ({ name: `${it.name} ${it.throttling}`, value: -earliest(it) })),
  )
  const measured = `first script byte after LCP, soonest: ${name}`
  return figureRow({ goal: 'P3', measured, unit: 'ms', ours: -value, least: 0 })
}

/** What search engines may not index cannot score there. */
function scoreRows(results) {
  return categories.flatMap((category) => {
    const scored = results.filter(({ scores, isIndexed }) => scores && (isIndexed || category !== 'seo'))
    if (scored.length === 0) return []
    const { name, value } = largestOf(scored.map((it) => ({ name: it.name, value: -it.scores[category] })))
    return [figureRow({ goal: '–', measured: `score ${category}, lowest: ${name}`, unit: '', ours: -value })]
  })
}
