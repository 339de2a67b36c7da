/**
 * What is wrong at the moment, from whoever finds it: in the terminal when it is found, and for open pages all of it.
 * @param show given all problems after each change
 */
export function collectProblems(show) {
  const found = new Map()
  return {
    /** What one of them finds now, in place of what it has found before. */
    set(finder, problems) {
      if (problems.length === 0 && !found.get(finder)?.length) return
      found.set(finder, problems)
      for (const { title, place, text } of problems) console.error(`\n${title}${place && `: ${place}`}\n${text}`)
      show([...found.values()].flat())
    },
  }
}
