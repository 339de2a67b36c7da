import { Refusal } from '@platform/base/errors/refusal'
import { type Composition, readComposition } from '@platform/compose/composition/composition'
import type { SiteCopy } from '@platform/site/store/site-copy'
import { type IndexOptions, indexFiles, type ServedFile } from './index-files'
import { type KnownPacks, type LoadedPages, loadPages } from './load-pages'

/** One composition, wholly in memory. */
export type LoadedSite = { composition: Composition; pages: LoadedPages; files: Map<string, ServedFile> }

/** What everybody may get: not what was made to be looked at by a link, though an operator has signed that too. */
export async function loadLive(copy: SiteCopy, number: number, known?: KnownPacks): Promise<LoadedSite> {
  const site = await loadSite(copy, number, { known })
  if (site.composition.isPreview) throw new Refusal(`Composition ${number} is a preview, as each of its pages says`)
  return site
}

/** @throws Refusal when a page of it, or a release it is made of, is missing or was changed. */
export async function loadSite(
  copy: SiteCopy,
  number: number,
  { known, ...options }: IndexOptions & { known?: KnownPacks | undefined } = {},
): Promise<LoadedSite> {
  const composition = await readComposition(copy, number)
  const [pages, files] = await Promise.all([
    loadPages(copy, composition, known),
    indexFiles(copy, composition, options),
  ])
  return { composition, pages, files }
}
