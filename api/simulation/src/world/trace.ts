import { createHash, type Hash } from 'node:crypto'
import { DAY, elapsed } from './clock'

let digest: Hash = createHash('sha256')
let lines: string[] = []
const counts = new Map<string, number>()

export function resetTrace(): void {
  digest = createHash('sha256')
  lines = []
  counts.clear()
}

export function note(line: string): void {
  const text = `${formatElapsed(elapsed())}  ${line}`
  digest.update(`${text}\n`)
  lines.push(text)
}

export function reach(event: string): void {
  counts.set(event, (counts.get(event) ?? 0) + 1)
}

export function readTrace(): { lines: string[]; digest: string; reached: Record<string, number> } {
  return { lines, digest: digest.copy().digest('hex').slice(0, 16), reached: Object.fromEntries(counts) }
}

function formatElapsed(ms: number): string {
  return `${Math.floor(ms / DAY)}d ${new Date(ms).toISOString().slice(11, 23)}`
}
