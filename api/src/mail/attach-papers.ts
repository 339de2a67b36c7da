import { currentReceipt } from '@site/papers/current-receipt'
import type { Paper } from '@site/papers/paper'
import { papersOf } from '@site/papers/paper-repository'
import type { Queries } from '../database/database'
import { kindOf } from './mail-content'

/** A file that goes with a message. */
export type Attachment = { filename: string; contentType: string; content: Buffer }

/**
 * The papers a message goes out with: a confirmation with the receipt that counts when it is sent; what is about a refund or a
 * correction with the papers that were issued for it, which bear its name.
 */
export async function findPapers(queries: Queries, orderId: string, kind: string): Promise<Paper[]> {
  const [, about] = kind.split(':')
  const mailKind = kindOf(kind)
  if (mailKind === 'order_confirmation') {
    const current = currentReceipt(await papersOf(queries, orderId))
    return current ? [current.paper] : []
  }
  if (!about) return []
  const issued = (await papersOf(queries, orderId)).filter(({ cause }) => cause === about)
  if (mailKind === 'payment_refunded') return issued.filter((paper) => paper.kind === 'credit_note')
  if (mailKind === 'refund_failed') return issued.filter((paper) => paper.kind === 'receipt')
  return mailKind === 'papers_corrected' ? issued : []
}

/** Each as a PDF. What makes them is loaded with the first: most of a server's life nobody needs it. */
export async function attachPapers(papers: readonly Paper[]): Promise<Attachment[]> {
  if (papers.length === 0) return []
  const { renderPdf } = await import('@site/papers/render-pdf')
  return Promise.all(
    papers.map(async (paper) => ({
      filename: `${paper.number}.pdf`,
      contentType: 'application/pdf',
      content: await renderPdf(paper),
    })),
  )
}
