import { listedPrices } from '../contract/check-data'
import { checkDocument } from '../contract/check-document'
import type { PlannedPage } from '../rendering/plan-rendering'

/** What is wrong with the rendered documents, each fault with its address and the module that renders it. */
export function checkDocuments(pages: readonly PlannedPage[], documents: readonly string[]): string[] {
  return pages.flatMap(({ release, page, job, variants }) => {
    const prices = listedPrices(release)
    const jobs = [
      [page.path, job] as const,
      ...[...variants].map(([value, it]) => [`${page.path} (${value})`, it] as const),
    ]
    const module = release.package + page.module.slice(1)
    return jobs.flatMap(([address, it]) =>
      checkDocument(documents[it] ?? '', prices).map((fault) => `page ${address} of ${module} ${fault}`),
    )
  })
}
