export const EVENTS_PATH = '/dev/events'
export const PAGE_SCRIPT_PATH = '/dev/page.js'

/** Development only: loads the page again when another composition is live, and shows what does not compile. */
export const reloadScript = `<script src="${PAGE_SCRIPT_PATH}" async></script>`
