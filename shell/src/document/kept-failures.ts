import { START_EVENT } from './start-event'

/**
 * Where the starter keeps, on the window, what failed before the page's own reporter had loaded: under a name that it has
 * anyway, because each byte of it is in every page.
 */
export const KEPT_FAILURES = START_EVENT
