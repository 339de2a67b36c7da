import { whenIdle } from '../when-idle'
import { sendReport } from './send-report'

/** One visit in ten is measured; the others do not even fetch what measures. */
const SAMPLED = 0.1

/** Measures the vitals of some visits and reports them, once, when the page is left or put aside. */
export function measureVitals(): void {
  if (Math.random() >= SAMPLED) return
  const measure = () =>
    void import(/* webpackChunkName: "web-vitals" */ './vitals').then(
      ({ collectVitals }) => {
        const vitals = collectVitals()
        const handleHidden = () => {
          if (document.visibilityState !== 'hidden' || Object.keys(vitals).length === 0) return
          document.removeEventListener('visibilitychange', handleHidden)
          sendReport({ vitals, page: document.querySelector<HTMLElement>('main [data-boundary]')?.dataset.boundary })
        }
        document.addEventListener('visibilitychange', handleHidden)
      },
      () => {},
    )
  whenIdle(measure)
}
