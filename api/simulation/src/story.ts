import type { Breach } from './ledger/breach'

const MOST_LINES = 60
/** What concerns everybody. */
const GENERAL =
  /^\S+ \S+ {2}(?:server \d+ (?:opens|is killed)|stripe |paypal |the database |all is well|the prices|the secret|breach)/

/** The lines of a trace that its breaches are about, in order: what a person reads to find out how it came about. */
export function selectStory(lines: readonly string[], breaches: readonly Breach[]): string[] {
  const names = [...new Set(breaches.flatMap(({ about }) => about))].filter((name) => name !== '')
  const isAbout = (line: string) => names.some((name) => line.includes(name))
  const selected = lines.filter((line) => GENERAL.test(line) || names.length === 0 || isAbout(line))
  if (selected.length <= MOST_LINES) return selected
  const half = MOST_LINES / 2
  return [
    ...selected.slice(0, half),
    `… ${selected.length - MOST_LINES} lines, all by --trace …`,
    ...selected.slice(-half),
  ]
}
