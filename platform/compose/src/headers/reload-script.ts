export const EVENTS_PATH = '/dev/events'
export const PAGE_SCRIPT_PATH = '/dev/page.js'

/** Development only: reloads the page after an activation and shows compile errors. */
export const reloadScript = `<script src="${PAGE_SCRIPT_PATH}" async></script>`
