import { type Composition, readComposition } from '@platform/compose/composition/composition'
import type { SiteCopy } from '@platform/site/store/site-copy'
import { type IndexOptions, indexFiles, type ServedFile } from './index-files'
import { type LoadedPages, loadPages } from './load-pages'

/** One composition, wholly in memory. */
export type LoadedSite = { composition: Composition; pages: LoadedPages; files: Map<string, ServedFile> }

/** @throws Refusal when a page of it, or a release it is made of, is missing or was changed. */
export async function loadSite(copy: SiteCopy, number: number, options?: IndexOptions): Promise<LoadedSite> {
  const composition = await readComposition(copy, number)
  const [pages, files] = await Promise.all([
    loadPages(copy.composition(number), composition),
    indexFiles(copy, composition, options),
  ])
  return { composition, pages, files }
}
