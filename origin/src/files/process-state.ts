import { hostname } from 'node:os'
import { hasErrorCode } from '../refusal'

/** Whether a process is known to have ended; of another machine nothing is known. */
export function isProcessGone({ pid, host }: { pid: number; host: string }): boolean {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // EPERM: it exists, but belongs to another user.
    return !hasErrorCode(error, 'EPERM')
  }
}
