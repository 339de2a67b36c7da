import { type Composition, readComposition } from '@platform/compose/composition/composition'
import type { SiteFolders } from '@platform/site/store/file/site-layout'
import { type IndexOptions, indexFiles, type ServedFile } from './index-files'
import { type LoadedPages, loadPages } from './load-pages'

/** One composition, wholly in memory. */
export type LoadedSite = { composition: Composition; pages: LoadedPages; files: Map<string, ServedFile> }

/** @throws Refusal when a page of it, or a release it is made of, is missing or was changed. */
export async function loadSite(folders: SiteFolders, number: number, options?: IndexOptions): Promise<LoadedSite> {
  const composition = await readComposition(folders, number)
  const [pages, files] = await Promise.all([
    loadPages(folders.composition(number), composition),
    indexFiles(folders, composition, options),
  ])
  return { composition, pages, files }
}
