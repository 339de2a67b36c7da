import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasErrorCode } from '../errors/refusal'

/** A process by its number, its machine and, where the system says it, when it began. */
export type KnownProcess = { pid: number; host: string; startedAt?: string | undefined }

/** Whether a process is known to have ended; of another machine nothing is known. */
export function isProcessGone({ pid, host, startedAt }: KnownProcess): boolean {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return !hasErrorCode(error, 'EPERM')
  }
  // Numbers are used again after a restart: another start time is another process.
  return startedAt !== undefined && startedAt !== startOf(pid)
}

/** When a process began, in ticks since the machine did (proc(5), field 22); `undefined` where the system does not say. */
export function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
