import { count, eq, max } from 'drizzle-orm'
import { formatNumber, type PaperKind } from './paper'
import type { PaperQueries } from './paper-queries'
import { paperSeries, papers } from './tables'

/** What is wrong with the numbers, in sentences: of each series every number up to the last has one paper. */
export async function findGaps(queries: PaperQueries): Promise<string[]> {
  const found = await queries
    .select({ kind: paperSeries.kind, last: paperSeries.last, count: count(papers.id), highest: max(papers.number) })
    .from(paperSeries)
    .leftJoin(papers, eq(papers.kind, paperSeries.kind))
    .groupBy(paperSeries.kind, paperSeries.last)
  return found
    .filter(({ last, count, highest }) => count !== last || highest !== last)
    .map(({ kind, last, count }) => describe(kind, last, count))
}

function describe(kind: PaperKind, last: number, count: number): string {
  return `The numbers of papers have a gap: ${formatNumber(kind, last)} is the last of its series, which has ${count} papers`
}
