export const VITALS = ['CLS', 'INP', 'LCP'] as const
export type VitalName = (typeof VITALS)[number]

/** web.dev's limits of what is poor; ms, and CLS without a unit. */
export const POOR_ABOVE: Readonly<Record<VitalName, number>> = { CLS: 0.25, INP: 500, LCP: 4_000 }

/** Upper ends of the ranges a vital is counted in; web.dev's limits of good and poor are among them. */
export const BOUNDS: Readonly<Record<string, readonly number[]>> = {
  CLS: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5],
  INP: [50, 100, 200, 350, 500, 1_000],
  LCP: [500, 1_000, 1_800, 2_500, 4_000, 8_000],
}
/** Stands for everything above the last bound, since JSON has no infinity. */
export const ABOVE = 1e9

/** The range a value falls in, by its upper end. */
export function boundOf(name: string, value: number): number {
  return BOUNDS[name]?.find((upperBound) => value <= upperBound) ?? ABOVE
}

/** The upper end of the range in which three of four visitors are, as vitals are judged; `undefined` without any. */
export function seventyFifth(counts: readonly { upperBound: number; count: number }[]): number | undefined {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { upperBound, count } of [...counts].sort((a, b) => a.upperBound - b.upperBound)) {
    seen += count
    if (seen >= total * 0.75) return upperBound
  }
  return undefined
}
