/** What a watched visit runs besides: fetched for one visit in ten, when the browser has nothing else to do. */

import { watchDegradations } from './degradations/watch-degradations'
import { sendReport } from './send-report'
import { collectVitals } from './vitals'

export function watch(): void {
  reportVitals()
  watchDegradations()
}

/** Reports the vitals, once, when the page is left or put aside. */
function reportVitals(): void {
  const vitals = collectVitals()
  const handleHidden = () => {
    if (document.visibilityState !== 'hidden' || Object.keys(vitals).length === 0) return
    document.removeEventListener('visibilitychange', handleHidden)
    sendReport({ vitals, page: document.querySelector<HTMLElement>('main [data-boundary]')?.dataset.boundary })
  }
  document.addEventListener('visibilitychange', handleHidden)
}
