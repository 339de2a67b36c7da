/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The median of each figure of several runs. */
export function medians(runs) {
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]))
}

export function largestOf(values) {
  return values.reduce((largest, it) => (it.value > largest.value ? it : largest))
}

/** The value that the given share of all values does not exceed (nearest rank). */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
}
