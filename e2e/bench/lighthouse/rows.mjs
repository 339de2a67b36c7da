import { figureRow, ratioRow } from '../report/rows.mjs'
import { largestOf } from '../report/statistics.mjs'
import { categories } from './run.mjs'

/**
 * One row for each paint; of the other figures only that of the worst page. Paints with `devtools` are measured by `visits`,
 * because a few runs say nothing about them.
 */
export function rowsOf(results) {
  const simulated = results.filter(({ throttling }) => throttling === 'simulate')
  return [
    ...simulated.flatMap(paintRows),
    ...blockingRows(results),
    taskRow(results),
    scriptRow(results),
    ...scoreRows(results),
  ]
}

/** P1: a page against its twin, and the listing against the limit page. */
export function paintRows({ name, throttling, figures: { ours, twin, limit } }) {
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
 * Blocking counts by the clock, with nothing else running, against the twin, which has no script to block anything: what
 * it shows is the browser's own and the machine's.
 */
export function blockingRows(results) {
  const shifts = largestOf(results.map(({ name, figures: { ours } }) => ({ name, value: ours.cls })))
  return [
    ...['simulate', 'devtools'].flatMap((throttling) => clockRow(results, throttling)),
    ...results.flatMap(nextRow),
    figureRow({ goal: 'P2', measured: `CLS, largest: ${shifts.name}`, unit: '', ours: shifts.value, most: 0.0005 }),
  ]
}

function taskRow(results) {
  const visits = results.filter(({ longestTasks }) => longestTasks)
  const { name, value } = largestOf(visits.map(({ name, longestTasks }) => ({ name, value: longestTasks.median })))
  const measured = `longest task with a script in it, 4× slow-down, largest: ${name}`
  return figureRow({ goal: 'P2', measured, unit: 'ms', ours: value, most: 50 })
}

function clockRow(results, throttling) {
  const visits = results.filter((it) => it.throttling === throttling)
  if (visits.length === 0) return []
  const beyond = visits.map(({ name, figures: { ours, twin } }) => ({ name, ours, twin, value: ours.tbt - twin.tbt }))
  const { name, ours, twin, value } = largestOf(beyond)
  const measured = `TBT by the clock beyond the twin's, ${throttling}, largest: ${name} (${Math.round(ours.tbt)} : ${Math.round(twin.tbt)} ms)`
  return [figureRow({ goal: 'P2', measured, unit: 'ms', ours: value, most: 30 })]
}

function nextRow({ name, throttling, figures: { ours, next } }) {
  if (!next) return []
  const measured = `TBT by the clock, ${throttling} ${name} : minimal Next shop`
  return [ratioRow({ goal: 'P2', measured, unit: 'ms', ours: ours.tbt, reference: next.tbt, most: 0.4 })]
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
