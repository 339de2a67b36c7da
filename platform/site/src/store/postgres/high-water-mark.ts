/**
 * What an origin looks at each second besides what is live: whether that is signed, and whether the end of the audit log that
 * it has seen is still there. It says so with its heartbeat, where the doctor reads it.
 */

import { messageOf } from '@platform/base/errors/refusal'
import { digestOfLine, isSealed } from '../../audit/seal'
import { parseEntry } from '../../model/audit-entry'
import { seenHead } from '../file/seen-file'
import type { SiteCopy } from '../site-copy'
import type { AuditHead, AuditLine, Log } from '../site-store'
import type { StoreDatabase } from './connect-store'
import type { LiveRow } from './live-row'
import { verifyPointer } from './verified-pointer'

export type HighWaterMark = {
  /** The row as far as it is believed, and the revision that was last signed. */
  look: (row: LiveRow) => Promise<{ row: LiveRow; signedRevision: number }>
  /** What is not as this origin has seen it. */
  problems: () => readonly string[]
}

export function createHighWaterMark(database: StoreDatabase, copy: SiteCopy, log: Log): HighWaterMark {
  const head = seenHead(copy, 'sharedRecord')
  let problems: readonly string[] = []
  return {
    problems: () => problems,
    async look(row) {
      const { pointer, revision, problem } = await verifyPointer(copy, row)
      const cut = await followAuditLog(database, head).catch((error: unknown) => `The audit log: ${messageOf(error)}`)
      const found = [problem, cut].filter((it) => it !== undefined)
      for (const error of found) if (!problems.includes(error)) log.error({ error }, 'the store was changed')
      problems = found
      return { row: { ...row, pointer }, signedRevision: revision }
    },
  }
}

/** Reads on from the line that was seen last. @returns what is wrong with that, or with one after it */
async function followAuditLog(
  database: StoreDatabase,
  head: {
    read: () => Promise<AuditHead | undefined>
    write: (head: AuditHead) => Promise<void>
  },
): Promise<string | undefined> {
  const seen = await head.read()
  const find = 'select number, line from site_record where number >= $1 order by number'
  const [known, ...later] = await database.query<AuditLine>(find, [seen?.number ?? 1])
  if (seen && known?.number !== seen.number) return `The audit log was cut: this origin has seen line ${seen.number}`
  if (!known) return undefined
  if (seen && digestOfLine(known.line) !== seen.digest) {
    return `Line ${seen.number} of the audit log is another than this origin has seen`
  }
  const gap = [known, ...later].find(({ line }, index, all) => {
    const before = all[index - 1]
    return before !== undefined && parseEntry(line)?.previous !== digestOfLine(before.line)
  })
  if (gap) return `Line ${gap.number} of the audit log does not follow the one before it`
  const last = later.at(-1) ?? known
  // What nobody has written so is nothing to be held to.
  if (!isSealed(last.line)) return `Line ${last.number} of the audit log was altered`
  if (!seen || last.number > seen.number) await head.write({ number: last.number, digest: digestOfLine(last.line) })
  return undefined
}
