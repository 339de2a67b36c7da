import { whenIdle } from '../when-idle'

/** One visit in ten is measured; the others do not fetch the code. */
const SAMPLED = 0.1

export function watchSampledVisit(): void {
  if (Math.random() >= SAMPLED) return
  whenIdle(
    () =>
      void import(/* webpackChunkName: "vitals" */ './vitals').then(
        (it) => it.watchVitals(),
        () => {},
      ),
  )
}
