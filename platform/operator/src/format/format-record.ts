import type { NumberedEntry } from '@platform/site/audit/record'
import { nameActor } from './name-actor'
import { printable } from './printable'

/** Entries of the record as an operator reads them; times are UTC. */
export function formatRecord(entries: readonly NumberedEntry[]): string {
  return entries.length > 0 ? entries.flatMap(formatEntry).join('\n') : 'Nothing was done yet'
}

function formatEntry({ line, at, actor, act, asked, before, after, because, refused }: NumberedEntry): string[] {
  const outcome = refused === undefined ? changeOf(before, after) : 'refused'
  const head = [
    `${at.slice(0, 19).replace('T', ' ')}  ${line}`,
    nameActor(actor),
    [act, asked].filter(Boolean).join(' '),
  ]
  return [
    printable(`${head.join('  ')}${outcome && `  ${outcome}`}`),
    ...(because ? [`    because ${printable(because)}`] : []),
    ...(refused ?? '').split('\n').flatMap((text) => (text ? [`    ${printable(text)}`] : [])),
  ]
}

type State = Record<string, unknown> | undefined

function changeOf(before: State, after: State): string {
  if (typeof after?.release === 'string') return `→ ${after.release}`
  if (after?.composition === before?.composition) return ''
  return `composition ${before?.composition ?? 'none'} → ${after?.composition ?? 'none'}`
}
