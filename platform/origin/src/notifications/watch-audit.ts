import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '@platform/base/errors/refusal'
import { type AuditLog, readAuditLog } from '@platform/site/audit/audit-log'
import { type AuditEntry, parseEntry } from '@platform/site/model/audit-entry'
import type { Log } from '@platform/site/sharing/follow-store'
import { noticeOf, type Webhook } from './webhook'

const SETTLE_MS = 10_000

export function watchAudit(
  audit: AuditLog,
  webhook: Webhook,
  log: Log,
  settle = (signal: AbortSignal) => wait<void>(SETTLE_MS, undefined, { signal }),
) {
  const closing = new AbortController()
  const looking = new Set<Promise<void>>()

  async function look(entry: AuditEntry): Promise<void> {
    try {
      if (entry.refusal !== undefined) {
        await settle(closing.signal)
        if (!isNews(entry, (await readAuditLog(audit)).entries)) return
      }
      void webhook.send(noticeOf(entry))
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ problem: messageOf(error) }, 'a notice could not be made')
    }
  }

  const watched: AuditLog = {
    ...audit,
    async append(next) {
      let line = ''
      try {
        return await audit.append((last) => {
          line = next(last)
          return line
        })
      } finally {
        // Notifies even if the entry could not be written.
        const entry = parseEntry(line)
        if (entry && isNoteworthy(entry)) {
          const looked = look(entry).finally(() => looking.delete(looked))
          looking.add(looked)
        }
      }
    },
  }
  return {
    audit: watched,
    async close() {
      closing.abort()
      await Promise.all(looking)
    },
  }
}

const HOUR_MS = 60 * 60 * 1_000
/** Time in which one of several competing origins writes its entry. */
const TOGETHER_MS = 60_000

function isNoteworthy({ actor, action, refusal, isIntent }: AuditEntry): boolean {
  return actor.kind === 'origin' && !isIntent && (action !== 'canary step' || refusal !== undefined)
}

function isNews(entry: AuditEntry, log: readonly AuditEntry[]): boolean {
  const alike = log.filter(
    ({ actor, action, target }) => actor.kind === 'origin' && action === entry.action && target === entry.target,
  )
  const before = alike.slice(
    0,
    alike.findIndex(({ digest }) => digest === entry.digest),
  )
  const isWithin = (ms: number) => (it: AuditEntry) => Math.abs(Date.parse(entry.at) - Date.parse(it.at)) < ms
  const isDone = alike.filter(isWithin(TOGETHER_MS)).some(({ refusal }) => refusal === undefined)
  return !isDone && before.filter(isWithin(HOUR_MS)).every(({ refusal }) => refusal === undefined)
}
