/** Dispatched on the window after each script of the start has run. */
export const START_EVENT = 'site:start'
