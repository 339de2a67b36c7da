/** Runs one at a time; of what comes meanwhile the latest alone is run after it. `run` does not reject. */
export function latestOnly(run) {
  let isRunning = false
  let next
  return async (value) => {
    next = { value }
    if (isRunning) return
    isRunning = true
    while (next) {
      const current = next
      next = undefined
      await run(current.value)
    }
    isRunning = false
  }
}
