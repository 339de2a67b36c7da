import type { CompositionTiming } from '../composition-timing'

/** Sets the document's `Server-Timing`. */
export function installTiming(timing: Partial<CompositionTiming>): void {
  const serverTiming = Object.entries(timing).map(([name, value]) => ({ name, description: String(value) }))
  const getEntriesByType = (type: string) => (type === 'navigation' ? [{ serverTiming }] : [])
  Object.assign(performance, { getEntriesByType })
}
