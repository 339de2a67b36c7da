import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { listCsv } from '@site/papers/list-csv'
import type { Paper } from '@site/papers/paper'

/**
 * Writes papers into a folder: each as a PDF by its number, and a list of them all. They name customers, so nobody else may
 * read them. @returns one sentence for whoever asked
 */
export async function savePapers(folder: string, papers: readonly Paper[]): Promise<string> {
  const { renderPdf } = await import('@site/papers/render-pdf')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const save = (name: string, content: string | Buffer) => writeFile(path.join(folder, name), content, { mode: 0o600 })
  for (const paper of papers) await save(`${paper.number}.pdf`, await renderPdf(paper))
  await save('papers.csv', listCsv(papers))
  return `${papers.length} ${papers.length === 1 ? 'paper is' : 'papers are'} in ${path.resolve(folder)}, with a list of them in papers.csv.`
}
