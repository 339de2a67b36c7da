import { EVENTS_PATH } from '@platform/compose/headers/reload-script'
import { followUpdates, leaveDocument } from './follow-updates'
import { followReact, moduleHooks, refreshComponents } from './refresh-modules'
import { createStyles } from './replace-styles'
import { parseProblems, showProblems } from './show-problems'

followReact()
const updates = followUpdates({
  replaceStyles: createStyles(document),
  refresh: refreshComponents,
  reload: () => location.reload(),
})
leaveDocument(window, updates.hasMoved)
Object.assign(window, { siteDevelopment: { ...moduleHooks, join: updates.join } })

const events = new EventSource(EVENTS_PATH)
events.addEventListener('update', ({ data }) => updates.show(JSON.parse(data)))
events.addEventListener('composition', ({ data }) => void updates.meetLive(JSON.parse(data)))
events.addEventListener('problems', ({ data }) => showProblems(document, parseProblems(data)))
