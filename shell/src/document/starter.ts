import { START_EVENT } from './start-event'
import { NOTICE_ID } from './start-notice'
import starter from './starter.inline.ts?script'

export const SCRIPTS_ID = 'site-scripts'

export const STARTER = `(${starter})(${[SCRIPTS_ID, NOTICE_ID, START_EVENT].map((it) => JSON.stringify(it)).join()})`
