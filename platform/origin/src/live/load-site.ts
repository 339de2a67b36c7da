import { Refusal } from '@platform/base/errors/refusal'
import { type Composition, readComposition } from '@platform/compose/composition/composition'
import { packsOf } from '@platform/compose/composition/read-document'
import type { SiteCopy } from '@platform/site/store/site-copy'
import { type IndexOptions, indexFiles, type ServedFile } from './index-files'
import { type LoadedPages, type LoadPagesOptions, loadPages } from './load-pages'

/** One composition, wholly in memory but for `isPart`: then 503 takes the place of pages that are missing or damaged. */
export type LoadedSite = {
  composition: Composition
  pages: LoadedPages
  files: Map<string, ServedFile>
  isPart: boolean
}

type LoadOptions = IndexOptions & LoadPagesOptions

/** What everybody may get: not what was made to be looked at by a link, though an operator has signed that too. */
export async function loadLive(copy: SiteCopy, number: number, options: LoadPagesOptions = {}): Promise<LoadedSite> {
  const site = await loadSite(copy, number, options)
  if (site.composition.isPreview) throw new Refusal(`Composition ${number} is a preview, as each of its pages says`)
  return site
}

/** @throws Refusal when a page of it, unless those are done without, or a release it is made of is missing or was changed. */
export async function loadSite(
  copy: SiteCopy,
  number: number,
  { known, isPartly, ...options }: LoadOptions = {},
): Promise<LoadedSite> {
  const composition = await readComposition(copy, number)
  const [pages, files] = await Promise.all([
    loadPages(copy, composition, { known, isPartly }),
    indexFiles(copy, composition, options),
  ])
  return { composition, pages, files, isPart: packsOf(composition).some((digest) => !pages.packs.has(digest)) }
}
