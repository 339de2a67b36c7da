import type { FileDifference } from '@platform/release/verify/compare-builds'
import { printable } from './printable'

/** Of a value in `release.json`, which may be a whole page. */
const SHOWN_CHARACTERS = 120

/** The first file that differs, with both digests, and how many others do. */
export function formatDifferences([first, ...others]: readonly FileDifference[]): string {
  if (!first) return ''
  const { file, published, built, builtAs, value } = first
  return [
    `  ${file}`,
    `    published  ${published ? `sha256 ${published}` : 'no such file'}`,
    `    built      ${built ? `sha256 ${built}` : 'no such file'}${builtAs ? ` (${builtAs})` : ''}`,
    ...(value
      ? [`  at ${cut(value.pointer)}`, `    published  ${show(value.published)}`, `    built      ${show(value.built)}`]
      : []),
    ...(others.length > 0 ? [`  ${count(others.length)}`] : []),
  ].join('\n')
}

function count(others: number): string {
  return others === 1 ? '1 other file differs' : `${others} other files differ`
}

function show(json: string | undefined): string {
  return json === undefined ? 'no such value' : cut(json)
}

function cut(text: string): string {
  const shown = printable(text)
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown
}
