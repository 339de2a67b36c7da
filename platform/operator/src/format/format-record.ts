import type { NumberedEntry } from '@platform/site/audit/audit-log'
import { nameActor } from './name-actor'
import { printable } from './printable'

/** Entries of the audit log as an operator reads them; times are UTC. */
export function formatRecord(entries: readonly NumberedEntry[]): string {
  return entries.length > 0 ? entries.flatMap(formatEntry).join('\n') : 'Nothing was done yet'
}

function formatEntry(entry: NumberedEntry): string[] {
  const { line, at, actor, action, target, before, after, reason, refusal, key } = entry
  const outcome = refusal === undefined ? changeOf(before, after) : 'refused'
  const head = [
    `${at.slice(0, 19).replace('T', ' ')}  ${line}`,
    // Who undoes needs no key; whoever writes the log could claim it.
    nameActor(actor) + (key || actor.kind === 'origin' ? '' : ' (not signed)'),
    [action, target].filter(Boolean).join(' '),
  ]
  return [
    printable(`${head.join('  ')}${outcome && `  ${outcome}`}`),
    ...(reason ? [`    because ${printable(reason)}`] : []),
    ...(refusal ?? '').split('\n').flatMap((text) => (text ? [`    ${printable(text)}`] : [])),
  ]
}

type State = Record<string, unknown> | undefined

function changeOf(before: State, after: State): string {
  if (typeof after?.release === 'string') return `→ ${after.release}`
  if (after?.composition === before?.composition) return ''
  return `composition ${before?.composition ?? 'none'} → ${after?.composition ?? 'none'}`
}
