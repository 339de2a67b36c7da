import { and, asc, count, desc, eq, inArray, lt, max, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { sumLines } from './compose-receipt'
import { formatNumber, type Paper, type PaperContent, type PaperKind, parseNumber } from './paper'
import { type PaperQueries, type PaperRow, paperSeries, papers } from './tables'

export type NewPaper = {
  kind: PaperKind
  orderId: string
  paymentId: number
  cause: string
  taxPoint: Date
  content: PaperContent
  about?: Paper
}

const subjects = alias(papers, 'subjects')

/**
 * Takes the next number of a series; the caller has locked the order.
 * The series stays locked until the transaction ends. A repeat returns the first paper.
 */
export async function insertPaper(queries: PaperQueries, paper: NewPaper): Promise<Paper> {
  const { kind, orderId, cause } = paper
  const isKnown = and(eq(papers.orderId, orderId), eq(papers.kind, kind), eq(papers.cause, cause))
  const [known] = await select(queries, isKnown)
  if (known) return known
  const { about, content, ...values } = paper
  const number = await takeNumber(queries, kind)
  const sums = sumLines(content.lines)
  const issued = { ...values, ...sums, content, number, aboutId: about?.id ?? null }
  const [row] = await queries.insert(papers).values(issued).returning()
  if (!row) throw new Error(`The paper ${formatNumber(kind, number)} was not kept`)
  return toPaper(row, about)
}

/** Checks papers as well as the series: a taken number would block every payment. */
async function takeNumber(queries: PaperQueries, kind: PaperKind): Promise<number> {
  const issued = sql`(select coalesce(max(${papers.number}), 0) from ${papers} where ${papers.kind} = ${kind})`
  const [row] = await queries
    .insert(paperSeries)
    .values({ kind, last: sql`${issued} + 1` })
    .onConflictDoUpdate({ target: paperSeries.kind, set: { last: sql`greatest(${paperSeries.last}, ${issued}) + 1` } })
    .returning()
  if (!row) throw new Error(`There is no series of ${kind}`)
  return row.last
}

export function papersOf(queries: PaperQueries, orderId: string): Promise<Paper[]> {
  return select(queries, eq(papers.orderId, orderId))
}

export async function readPaper(queries: PaperQueries, number: string): Promise<Paper | undefined> {
  const named = parseNumber(number)
  if (!named) return undefined
  const [found] = await select(queries, and(eq(papers.kind, named.kind), eq(papers.number, named.number)))
  return found
}

/** Days are in UK time, both included. With a limit, the newest. */
export async function listPapers(queries: PaperQueries, from: string, to: string, limit?: number): Promise<Paper[]> {
  const isSince = sql`${papers.issuedAt} >= ${from}::date::timestamp at time zone 'Europe/London'`
  const isUntil = sql`${papers.issuedAt} < (${to}::date + 1)::timestamp at time zone 'Europe/London'`
  const found = await select(queries, and(isSince, isUntil), limit)
  return found.sort((a, b) => (a.kind === b.kind ? a.id - b.id : a.kind === 'receipt' ? -1 : 1))
}

/**
 * Erases the customer from papers issued before a time; numbers, sums and lines stay.
 * @returns the number of papers changed, at most `limit`
 */
export async function forgetCustomers(queries: PaperQueries, before: Date, limit: number): Promise<number> {
  const isOld = and(lt(papers.issuedAt, before), sql`${papers.content} ? 'customer'`)
  const old = queries.select({ id: papers.id }).from(papers).where(isOld).limit(limit)
  const content = sql`${papers.content} - 'customer'`
  const rows = await queries.update(papers).set({ content }).where(inArray(papers.id, old)).returning({ id: papers.id })
  return rows.length
}

async function select(queries: PaperQueries, which: SQL | undefined, newest?: number): Promise<Paper[]> {
  const found = queries
    .select({ row: papers, about: subjects })
    .from(papers)
    .leftJoin(subjects, eq(subjects.id, papers.aboutId))
    .where(which)
  const rows = await (newest === undefined
    ? found.orderBy(asc(papers.id))
    : found.orderBy(desc(papers.issuedAt), desc(papers.id)).limit(newest))
  return rows.map(({ row, about }) => toPaper(row, about ? toPaper(about) : undefined))
}

function toPaper({ content, number, issuedAt, taxPoint, aboutId: _, ...row }: PaperRow, about?: Paper): Paper {
  return {
    ...row,
    ...content,
    number: formatNumber(row.kind, number),
    issuedAt: issuedAt.toISOString(),
    taxPoint: taxPoint.toISOString(),
    ...(about && { about: { id: about.id, kind: about.kind, number: about.number, issuedAt: about.issuedAt } }),
  }
}

/** The last number that each series has given. */
export type LastNumbers = Record<PaperKind, number>

export async function readLastNumbers(queries: PaperQueries): Promise<LastNumbers> {
  const highest = sql`(select max(${papers.number}) from ${papers} where ${papers.kind} = ${paperSeries.kind})`
  const last = sql<number>`greatest(${paperSeries.last}, ${highest})`
  const found = await queries.select({ kind: paperSeries.kind, last }).from(paperSeries)
  return { receipt: 0, credit_note: 0, ...Object.fromEntries(found.map(({ kind, last }) => [kind, last])) }
}

/** Gives no number up to `last` any more: their papers were issued, and are not in this database. */
export async function skipNumbers(queries: PaperQueries, kind: PaperKind, last: number): Promise<void> {
  const skipped = sql`${last}::integer - ${(await readLastNumbers(queries))[kind]}::integer`
  await queries
    .insert(paperSeries)
    .values({ kind, last, skipped })
    .onConflictDoUpdate({ target: paperSeries.kind, set: { last, skipped: sql`${paperSeries.skipped} + ${skipped}` } })
}

/** @returns a sentence for each series with a missing number */
export async function findGaps(queries: PaperQueries): Promise<string[]> {
  const { kind, last, skipped } = paperSeries
  const found = await queries
    .select({ kind, last, skipped, count: count(papers.number), highest: max(papers.number) })
    .from(paperSeries)
    .leftJoin(papers, eq(papers.kind, kind))
    .groupBy(kind, last, skipped)
  return found
    .filter(({ last, skipped, count, highest }) => count + skipped !== last || (skipped === 0 && highest !== last))
    .map(({ kind, last, count }) => describe(kind, last, count))
}

function describe(kind: PaperKind, last: number, count: number): string {
  return `The numbers of papers have a gap: ${formatNumber(kind, last)} is the last of its series, which has ${count} papers`
}
