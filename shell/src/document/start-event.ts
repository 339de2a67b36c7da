/** Dispatched on the window after each script of the start has run. */
export const START_EVENT = 'site:start'

export const ROOT_ID = 'root'

/** Window property under which the starter keeps early failures; sharing a name saves bytes in every page. */
export const KEPT_FAILURES = START_EVENT
