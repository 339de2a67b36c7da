type Scheduling = { scheduler?: { yield?: () => Promise<void> } }

/**
 * Ends the task and goes on in another, so that a click or a frame need not wait for what comes next. Browsers without
 * `scheduler.yield` put the rest behind whatever else waits.
 */
export function yieldToMain(): Promise<void> {
  const { scheduler } = globalThis as Scheduling
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve))
}
