type Scheduling = { scheduler?: { yield?: () => Promise<void> } }

/** Goes on in another task, so that a click or a frame need not wait. */
export function yieldToMain(): Promise<void> {
  const { scheduler } = globalThis as Scheduling
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve))
}
