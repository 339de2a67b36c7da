export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export function medians(runs) {
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]))
}

/** Interleaves the runs, so that the machine's other work meets all alike. @param given name → what is measured */
export async function inTurns(given, count, measure) {
  const runs = Object.fromEntries(Object.keys(given).map((name) => [name, []]))
  for (let index = 0; index < count; index++) {
    const turn = Object.entries(given)
    for (const [name, it] of index % 2 === 0 ? turn : turn.reverse()) runs[name].push(await measure(it))
  }
  return runs
}

export const largestOf = (values) => values.reduce((largest, it) => (it.value > largest.value ? it : largest))

/**
 * Rates a goal as a ratio to a reference of the same run.
 * @param given `{ most }` or `{ least }`, or neither to inform only.
 */
export function ratioRow({ most, least, ...given }) {
  const ratio = given.ours / given.reference
  return { ...given, ratio, ...rate(ratio, { most, least }, '×') }
}

export function figureRow({ most, least, ...given }) {
  return { ...given, ...rate(given.ours, { most, least }, given.unit) }
}

function rate(value, { most, least }, unit) {
  if (most !== undefined) return { wanted: `≤ ${most} ${unit}`.trimEnd(), isMet: value <= most }
  if (least !== undefined) return { wanted: `≥ ${least} ${unit}`.trimEnd(), isMet: value >= least }
  return {}
}

/** Prints the rows as one table. */
export function printTable(rows) {
  console.table(
    rows.map(({ goal, measured, unit, ours, reference, ratio, wanted = '', isMet, failure }) => {
      const figure = (value) => (value === undefined ? '' : `${Number(value.toPrecision(4))} ${unit}`.trimEnd())
      const met = failure ? `not measured: ${failure}` : { true: 'yes', false: 'NO' }[isMet]
      const given = { ours: figure(ours), reference: figure(reference), ratio: ratio?.toFixed(2) ?? '' }
      return { goal, measured, ...given, wanted, met: met ?? '' }
    }),
  )
}
