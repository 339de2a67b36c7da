import { EVENTS_PATH } from '@platform/compose/headers/reload-script'
import * as runtime from 'react-refresh/runtime'
import { createStyles, followUpdates, leaveDocument } from './follow-updates'
import { showProblems } from './show-problems'

type Module = { id: string | number; exports: unknown }
type Hot = {
  data?: { exports?: unknown }
  accept: () => void
  dispose: (keep: (data: { exports?: unknown }) => void) => void
  invalidate: () => void
}

/** Replaces a module that exports only components; importers of others must rerun. */
function accept({ id, exports }: Module, hot: Hot | undefined): void {
  if (!hot) return
  const entries = Object.entries(Object(exports))
  for (const [name, value] of entries) {
    if (runtime.isLikelyComponentType(value)) runtime.register(value, `${id} exports ${name}`)
  }
  const isReplaceable = entries.length > 0 && entries.every(([, value]) => runtime.isLikelyComponentType(value))
  if (!isReplaceable) return
  const before = hot.data?.exports
  hot.dispose((data) => {
    data.exports = exports
  })
  hot.accept()
  if (before !== undefined && !areSameComponents(before, exports)) hot.invalidate()
}

function areSameComponents(before: unknown, after: unknown): boolean {
  const [old, now] = [Object.entries(Object(before)), Object.entries(Object(after))]
  return (
    old.length === now.length &&
    now.every(([name, value], index) => {
      const [oldName, oldValue] = old[index] ?? []
      return name === oldName && runtime.getFamilyByType(value) === runtime.getFamilyByType(oldValue)
    })
  )
}

// Must run before React does.
runtime.injectIntoGlobalHook(window)
const updates = followUpdates({
  replaceStyles: createStyles(document),
  refresh: () => void runtime.performReactRefresh(),
  reload: () => location.reload(),
})
leaveDocument(window, updates.hasMoved)
const { register, createSignatureFunctionForTransform: sign } = runtime
Object.assign(window, { siteDevelopment: { register, sign, accept, join: updates.join } })

const events = new EventSource(EVENTS_PATH)
events.addEventListener('update', ({ data }) => updates.show(JSON.parse(data)))
events.addEventListener('composition', ({ data }) => void updates.meetLive(JSON.parse(data)))
events.addEventListener('problems', ({ data }) => showProblems(document, JSON.parse(data)))
