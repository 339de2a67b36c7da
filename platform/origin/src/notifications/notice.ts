import type { AuditEntry } from '@platform/site/model/audit-entry'

/** Of a message; Slack cuts longer ones. */
const MAX_TEXT = 2_900
const HOUR_MS = 60 * 60 * 1_000
/** Of several origins that try the same, the one that did it writes its entry within this of the others. */
const TOGETHER_MS = 60_000
/** What ends a trouble of the same target. */
const ENDS: Readonly<Record<string, string>> = { 'origin sick': 'origin well' }

/** What was done, or could not be done, without a person. */
export type Notice = {
  event: string
  at: string
  host: string | undefined
  target: string | undefined
  packages: readonly string[]
  before: Readonly<Record<string, unknown>> | undefined
  after: Readonly<Record<string, unknown>> | undefined
  reason: string | undefined
  refusal: string | undefined
  text: string
}

/** Whether nobody asked for it and somebody should know: everything the origin does by itself but what was planned. */
export function isNoteworthy({ actor, action, refusal }: AuditEntry): boolean {
  return actor.kind === 'origin' && (action !== 'canary step' || refusal !== undefined)
}

/** Whether an entry says something new: of many origins that meet the same trouble, only the first one's entry does. */
export function isNews(entry: AuditEntry, log: readonly AuditEntry[]): boolean {
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

export function noticeOf({ at, actor, action, target, packages, before, after, reason, refusal }: AuditEntry): Notice {
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
