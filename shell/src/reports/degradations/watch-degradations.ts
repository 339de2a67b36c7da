import { sendReport } from '../send-report'
import { watchCalls } from './failed-calls'
import { watchShifts } from './layout-shifts'
import type { ReportDegradation } from './observe'
import { watchInteractions } from './slow-interactions'

/** A page that is bad all the time says so this often. */
const MOST_REPORTS = 5

/**
 * Reports slow interactions, layout shifts and failed calls for as long as the page lives, each with the place in the code
 * that it is charged to; what can be charged to none is left to the vitals.
 */
export function watchDegradations(): void {
  const reported = new Set<string>()
  const report: ReportDegradation = (kind, message, stack) => {
    const key = `${kind} ${stack[0]}`
    if (stack.length === 0 || reported.has(key) || reported.size >= MOST_REPORTS) return
    reported.add(key)
    sendReport({ kind, message, stack })
  }
  watchCalls(report)
  watchShifts(report)
  watchInteractions(report)
}
