/**
 * That the latest entries were cut off shows to nobody who has only what is left. So each machine keeps, on its own disk,
 * the last entry it has seen, and looks whether that is still there.
 */

import { digestOfLine } from '../model/audit-entry'
import type { AuditLine, AuditLog } from '../store/site-store'

/** What is wrong with the place of the last entry that this machine has seen; `undefined` when it stands there. */
export async function findCut(log: AuditLog, lines: readonly string[]): Promise<string | undefined> {
  const head = await log.head.read()
  if (!head) return undefined
  const line = lines[head.number - 1]
  if (line === undefined) {
    return `The audit log was cut: this machine has seen line ${head.number}, and there are ${lines.length}`
  }
  if (digestOfLine(line) === head.digest) return undefined
  return `Line ${head.number} of the audit log is another than this machine has seen`
}

/** Only what is later is remembered; what cannot be written is remembered the next time. */
export async function rememberHead(log: AuditLog, { number, line }: AuditLine): Promise<void> {
  const known = await log.head.read().catch(() => undefined)
  if (known && known.number >= number) return
  await log.head.write({ number, digest: digestOfLine(line) }).catch(() => {})
}
