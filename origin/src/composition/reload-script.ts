export const RELOAD_EVENTS_PATH = '/dev/events'

/** Development only: loads the page again when another composition has become live. */
export const reloadScript = `<script>new EventSource('${RELOAD_EVENTS_PATH}').addEventListener('composition',()=>location.reload())</script>`
