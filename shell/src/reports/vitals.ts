import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

/** Vitals by name, filled in while the page lives: ms, and for CLS a number without a unit. */
export function collectVitals(): Record<string, number> {
  const vitals: Record<string, number> = {}
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
    on(({ name, value }) => {
      vitals[name] = Math.round(value * 1_000) / 1_000
    })
  }
  return vitals
}
