import { readFileSync } from 'node:fs'
import path from 'node:path'
import { replaceFile } from '@platform/base/durable/durable'
import { formatNumber, type PaperKind, parseNumber } from '@site/papers/paper'
import { type LastNumbers, readLastNumbers, skipNumbers } from '@site/papers/paper-repository'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { AdminRefusal } from '../errors/api-error'
import { jobs } from './after-sale-tables'
import type { Queries } from './database'

/** A backup, or a copy that took over, is older than the newest papers: their numbers must not be given again. */

export const kinds: readonly PaperKind[] = ['receipt', 'credit_note']

/** The job that takes in what was paid since the backup; unfinished as long as that may be incomplete. */
const SET_BACK = 'set back'
export const isSetBack = and(eq(jobs.name, SET_BACK), isNull(jobs.finishedAt))

export type NextNumbers = { receipt?: string | undefined; creditNote?: string | undefined }

/** The sandbox's embedded database and the server's are two series. */
export function lastPapersFile(dataDir: string, isServer = false): string {
  return path.join(dataDir, isServer ? 'last-papers-server.json' : 'last-papers.json')
}

/** @returns `undefined` where no server has run */
export function readKeptNumbers(file: string): LastNumbers | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const { receipt, credit_note } = Object(kept)
    return Number.isInteger(receipt) && Number.isInteger(credit_note) ? { receipt, credit_note } : undefined
  } catch {
    return undefined
  }
}

/** @throws AdminRefusal for a database that ends before the newest papers */
export async function keepNumbers(queries: Queries, file: string): Promise<void> {
  const [kept, now] = [readKeptNumbers(file), await readLastNumbers(queries)]
  if (kept && kinds.some((kind) => kept[kind] > now[kind]))
    throw new AdminRefusal(`${describeLoss(now, kept, 'numbers')}. Is it another shop's database? Remove ${file}.`)
  if (!kept || kinds.some((kind) => kept[kind] < now[kind])) {
    await replaceFile(file, JSON.stringify(now), 0o600)
  }
}

export function describeLoss(now: LastNumbers, kept: LastNumbers | undefined, command: string): string {
  const newest = (numbers: LastNumbers) => kinds.map((kind) => formatNumber(kind, numbers[kind])).join(' and ')
  const [receipt, creditNote] = kinds.map((kind) => (kept ? formatNumber(kind, kept[kind] + 1) : '<next>'))
  const known = kept ? `${newest(kept)} were given since` : 'this folder does not know which were given since'
  return (
    `This database ends with the papers ${newest(now)}, and ${known}. No number may be given twice: ` +
    `say the next ones, npm run site -- ${command} --receipt ${receipt} --credit-note ${creditNote}`
  )
}

/** @returns when the database was set back, until all that was paid before is taken in */
export async function readSetBack(queries: Queries): Promise<Date | undefined> {
  const [row] = await queries.select({ at: jobs.startedAt }).from(jobs).where(isSetBack)
  return row?.at
}

/** Also has what was paid meanwhile taken in from the providers. */
export async function giveNumbers(queries: Queries, next: NextNumbers): Promise<LastNumbers> {
  const now = await readLastNumbers(queries)
  for (const [kind, text] of [['receipt', next.receipt] as const, ['credit_note', next.creditNote] as const]) {
    if (text === undefined) continue
    const named = parseNumber(text)
    if (named?.kind !== kind) throw new AdminRefusal(`"${text}" is not a number such as ${formatNumber(kind, 42)}.`)
    if (named.number <= now[kind])
      throw new AdminRefusal(`${text} was given already: ${formatNumber(kind, now[kind] + 1)} is next.`)
    if (named.number > now[kind] + 1) await skipNumbers(queries, kind, named.number - 1)
  }
  const again = { startedAt: sql`now()`, finishedAt: null, outcome: null }
  await queries
    .insert(jobs)
    .values({ name: SET_BACK, ...again })
    .onConflictDoUpdate({ target: jobs.name, set: again })
  const atOnce = { startedAt: new Date(0) }
  await queries.update(jobs).set(atOnce).where(eq(jobs.name, 'reconcile'))
  return readLastNumbers(queries)
}
