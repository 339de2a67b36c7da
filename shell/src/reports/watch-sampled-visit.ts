import { whenIdle } from '../when-idle'

/** One visit in ten is watched; the others do not even fetch what watches. */
const SAMPLED = 0.1

/** Measures the vitals of some visits, and finds the code by which their pages are slow, move or call in vain. */
export function watchSampledVisit(): void {
  if (Math.random() >= SAMPLED) return
  whenIdle(
    () =>
      void import(/* webpackChunkName: "watched-visit" */ './watched-visit').then(
        (it) => it.watch(),
        () => {},
      ),
  )
}
