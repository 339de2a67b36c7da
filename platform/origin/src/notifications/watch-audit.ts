import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '@platform/base/errors/refusal'
import { type AuditLog, readAuditLog } from '@platform/site/audit/audit-log'
import { type AuditEntry, parseEntry } from '@platform/site/model/audit-entry'
import type { Log } from '@platform/site/sharing/follow-store'
import type { Notice, Webhook } from './webhook'

const SETTLE_MS = 10_000

type WatchedAudit = { audit: AuditLog; close: () => Promise<void> }

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
      if (isDeed || isNews(entry, (await readAuditLog(audit)).entries)) webhook.send(noticeOf(entry))
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
          // Notifies even if the entry could not be written.
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

/** Slack truncates longer texts. */
const MAX_TEXT = 2_900
const HOUR_MS = 60 * 60 * 1_000
/** Time in which one of several competing origins writes its entry. */
const TOGETHER_MS = 60_000
const ENDS: Readonly<Record<string, string>> = { 'origin sick': 'origin well' }

function isNoteworthy({ actor, action, refusal, isIntent }: AuditEntry): boolean {
  return actor.kind === 'origin' && !isIntent && (action !== 'canary step' || refusal !== undefined)
}

function isNews(entry: AuditEntry, log: readonly AuditEntry[]): boolean {
  const alike = log.filter((it) => it.actor.kind === 'origin' && it.target === entry.target)
  const before = alike.slice(
    0,
    alike.findIndex(({ digest }) => digest === entry.digest),
  )
  const ending = ENDS[entry.action]
  if (ending)
    return before.findLast(({ action }) => action === entry.action || action === ending)?.action !== entry.action
  if (entry.refusal === undefined) return true
  const same = (list: readonly AuditEntry[], ms: number) =>
    list.filter(({ action, at }) => action === entry.action && Math.abs(Date.parse(entry.at) - Date.parse(at)) < ms)
  const isDone = same(alike, TOGETHER_MS).some(({ refusal }) => refusal === undefined)
  return !isDone && same(before, HOUR_MS).every(({ refusal }) => refusal === undefined)
}

function noticeOf({ at, actor, action, target, packages, before, after, reason, refusal }: AuditEntry): Notice {
  const { host } = actor
  const moved = before && after && before.composition !== after.composition
  const lines = [
    `${refusal === undefined ? '' : 'Not done: '}${action}${target ? ` ${target}` : ''}`,
    ...(moved ? [`Composition ${String(before.composition)} → ${String(after.composition)}`] : []),
    ...(after?.held === true ? ['The site is held: nothing new becomes live until "site resume --reason …".'] : []),
    ...(packages.length > 0 ? [`Packages: ${packages.join(', ')}`] : []),
    ...(reason ? [`Why: ${reason}`] : []),
    ...(refusal ? [`Refused: ${refusal}`] : []),
    ...(host ? [`Said by ${host}; "site log" and "site doctor" say more.`] : []),
  ]
  const text = lines.join('\n').slice(0, MAX_TEXT)
  return { event: action, at, host, target, packages, before, after, reason, refusal, text }
}
