import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '@platform/base/errors/refusal'
import { readAuditTrail } from '@platform/site/audit/audit-log'
import { type AuditEntry, parseEntry } from '@platform/site/model/audit-entry'
import type { AuditLog, Log } from '@platform/site/store/site-store'
import { isNews, isNoteworthy, noticeOf } from './notice'
import type { Webhook } from './webhook'

const SETTLE_MS = 10_000

export type WatchedAudit = { audit: AuditLog; close: () => Promise<void> }

/**
 * The same log, of which unplanned entries of this origin are sent to the webhook.
 * @param settle until the entries of all that try the same have been written
 */
export function watchAudit(
  audit: AuditLog,
  webhook: Webhook,
  log: Log,
  settle = (signal: AbortSignal) => wait<void>(SETTLE_MS, undefined, { signal }),
): WatchedAudit {
  const closing = new AbortController()
  const looking = new Set<Promise<void>>()

  async function look(entry: AuditEntry): Promise<void> {
    try {
      const isDeed = entry.refusal === undefined && !entry.action.startsWith('origin ')
      if (!isDeed) await settle(closing.signal)
      if (isDeed || isNews(entry, (await readAuditTrail(audit)).entries)) webhook.send(noticeOf(entry))
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ problem: messageOf(error) }, 'a notice could not be made')
    }
  }

  return {
    audit: {
      ...audit,
      async append(next) {
        let line = ''
        try {
          return await audit.append((last) => {
            line = next(last)
            return line
          })
        } finally {
          // What was done is said also when it could not be written down.
          const entry = parseEntry(line)
          if (entry && isNoteworthy(entry)) {
            const looked = look(entry).finally(() => looking.delete(looked))
            looking.add(looked)
          }
        }
      },
    },
    async close() {
      closing.abort()
      await Promise.all(looking)
    },
  }
}
