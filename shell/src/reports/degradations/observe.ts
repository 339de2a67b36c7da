import type { DegradationKind } from '../send-report'

/** Says what is worse than it should be, and by which code: `/assets/catalog/a.0123456789ab.js:1:234`, the innermost first. */
export type ReportDegradation = (kind: DegradationKind, message: string, stack: readonly string[]) => void

/** Calls back with what the browser notes, from the page's beginning; never where it does not note such things. */
export function observe<Entry extends PerformanceEntry>(
  type: string,
  onEntries: (entries: readonly Entry[]) => void,
  options: PerformanceObserverInit & { durationThreshold?: number } = {},
): void {
  if (!PerformanceObserver.supportedEntryTypes?.includes(type)) return
  const observer = new PerformanceObserver((list) => onEntries(list.getEntries() as Entry[]))
  observer.observe({ type, buffered: true, ...options })
}
