import { createHash } from 'node:crypto'
import { DAY, elapsed } from './clock'

let lines: string[] = []

export function resetTrace(): void {
  lines = []
}

export function note(line: string): void {
  lines.push(`${formatElapsed(elapsed())}  ${line}`)
}

export function readTrace(): { lines: string[]; digest: string } {
  return { lines, digest: createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16) }
}

function formatElapsed(ms: number): string {
  return `${Math.floor(ms / DAY)}d ${new Date(ms).toISOString().slice(11, 23)}`
}
