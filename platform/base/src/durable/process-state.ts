import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasErrorCode } from '../errors/refusal'

export type KnownProcess = { pid: number; host: string; startedAt?: string | undefined }

/** Reports whether a process has ended; always false for another machine. */
export function isProcessGone({ pid, host, startedAt }: KnownProcess): boolean {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return !hasErrorCode(error, 'EPERM')
  }
  // The kernel reuses process ids, so a different start time is another process.
  return startedAt !== undefined && startedAt !== startOf(pid)
}

/** Returns the start in clock ticks since boot (proc(5), field 22). */
export function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
