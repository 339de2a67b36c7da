import { START_EVENT } from './start-event'
import classes from './start-notice.module.css'
import starter from './starter.inline.ts?script'

export const SCRIPTS_ID = 'site-scripts'
export const NOTICE_ID = 'start-notice'

export const STARTER = `(${starter})(${[SCRIPTS_ID, NOTICE_ID, START_EVENT].map((it) => JSON.stringify(it)).join()})`

export const NOTICE = 'Part of this page is still being loaded. Links work; buttons will in a moment.'

/** Outside React's tree, which does not exist yet when it is needed. */
export function startNotice(): string {
  return `<p class="${classes.notice}" id="${NOTICE_ID}" role="status"></p>`
}
