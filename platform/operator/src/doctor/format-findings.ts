import { formatOrigin } from '../format/format-status'
import { printable } from '../format/printable'
import type { Diagnosis } from './diagnose'

/** What is not well, the worst first, each with its code and what to do. */
export function formatDiagnosis({ findings, origins }: Diagnosis): string {
  const lines = findings.flatMap(({ code, level, what, todo }) => [
    `${level.padEnd(7)} ${code}: ${printable(what.replaceAll('\n', ' '))}`,
    `        ${printable(todo)}`,
  ])
  return [
    ...(lines.length > 0 ? lines : ['All is well']),
    ...(origins ? ['Origins:', ...(origins.length > 0 ? origins.map(formatOrigin) : ['  none'])] : []),
  ].join('\n')
}
