import classes from './start-notice.module.css'

export const NOTICE_ID = 'start-notice'

/** What the starter says while a script of the start does not come. */
export const NOTICE = 'Part of this page is still being loaded. Links work; buttons will in a moment.'

/** Empty, and so not to be seen, until the starter has something to say; outside React's tree, which is not there by then. */
export function startNotice(): string {
  return `<p class="${classes.notice}" id="${NOTICE_ID}" role="status"></p>`
}
