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

/** Blocking time is defined with simulated throttling; the one in processor time shows how much of it is noise. */
function blockingRows(results) {
  const simulated = results.filter(({ throttling }) => throttling === 'simulate')
  const worst = (figure, goal, label, wanted) => {
    const { name, value } = largestOf(simulated.map((it) => ({ name: it.name, value: it.figures.ours[figure] })))
    return figureRow({ goal, measured: `${label}, largest: ${name}`, ours: value, ...wanted })
  }
  return [
    worst('tbt', 'P2', 'TBT', { unit: 'ms', most: 15 }),
    worst('tbtInProcessorTime', '–', 'TBT in processor time', { unit: 'ms' }),
    worst('cls', 'P2', 'CLS', { unit: '', most: 0.0005 }),
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
