/** Dispatched on the window each time a script of the start has run; in a file of its own, for the browser's start. */
export const START_EVENT = 'site:start'
