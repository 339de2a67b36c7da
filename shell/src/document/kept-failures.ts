import { START_EVENT } from './start-event'

/** Window property under which the starter keeps early failures; sharing a name saves bytes in every page. */
export const KEPT_FAILURES = START_EVENT
