import classes from './start-notice.module.css'

export const NOTICE_ID = 'start-notice'

export const NOTICE = 'Part of this page is still being loaded. Links work; buttons will in a moment.'

/** Outside React's tree, which does not exist yet when it is needed. */
export function startNotice(): string {
  return `<p class="${classes.notice}" id="${NOTICE_ID}" role="status"></p>`
}
