import type { Diagnosis } from '../doctor/diagnose'
import { formatOrigin } from './format-status'
import { printable } from './orders/printable'

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
