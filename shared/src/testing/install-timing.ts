import type { CompositionTiming } from '../composition-timing'

/** What the origin said beside the document; jsdom has no entry of its navigation. */
export function installTiming(timing: Partial<CompositionTiming>): void {
  const serverTiming = Object.entries(timing).map(([name, value]) => ({ name, description: String(value) }))
  const getEntriesByType = (type: string) => (type === 'navigation' ? [{ serverTiming }] : [])
  Object.assign(performance, { getEntriesByType })
}
