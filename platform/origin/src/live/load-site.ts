import { Refusal } from '@platform/base/errors/refusal'
import { type Composition, joinLists, readLists } from '@platform/compose/composition/composition'
import { readOutline } from '@platform/compose/composition/composition-outline'
import { type IndexOptions, indexFiles, type ServedFile } from './index-files'
import type { SiteSource } from './live-blobs'
import { type LoadedPages, type LoadPagesOptions, loadPages } from './load-pages'

export type LoadedSite = {
  composition: Composition
  pages: LoadedPages
  files: Map<string, ServedFile>
}

export function lacksPages(site: LoadedSite): boolean {
  return lacksLists(site) || site.pages.isDamaged()
}

export function lacksLists({ composition, pages: { lists } }: ListedSite): boolean {
  return Object.values(composition.packages).some(({ list }) => !lists.has(list))
}

type ListedSite = { composition: Pick<Composition, 'packages'>; pages: Pick<LoadedPages, 'lists'> }

type LoadOptions = IndexOptions & LoadPagesOptions

/** Refuses previews, which are signed too. */
export async function loadLive(
  source: SiteSource,
  number: number,
  options: LoadPagesOptions = {},
): Promise<LoadedSite> {
  const site = await loadSite(source, number, options)
  if (site.composition.isPreview) throw new Refusal(`Composition ${number} is a preview, as each of its pages says`)
  return site
}

export async function loadSite(
  source: SiteSource,
  number: number,
  { known, isPartly, ...options }: LoadOptions = {},
): Promise<LoadedSite> {
  const outline = await readOutline(source.copy, number)
  const lists = await readLists(source.copy, outline, { known: known?.lists, isPartly })
  const composition = joinLists(outline, lists)
  const [pages, files] = await Promise.all([
    loadPages(source, composition, lists, { known, isPartly }),
    indexFiles(source, composition, options),
  ])
  return { composition, pages, files }
}
