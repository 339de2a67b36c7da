import { type ReadBlob, readBlob } from './blob-files'
import type { CompositionFolders } from './composition-folder'
import { type CompositionOutline, readOutline } from './composition-outline'
import { unpackPacks } from './format-4'
import { type PageList, unpackList } from './page-list'
import type { ComposedDocument } from './stored-headers'

/** One whole site: which releases it is made of, and every page rendered from them. */
export type Composition = CompositionOutline & PageList

/** Lists of pages, by their digests. */
export type PageLists = ReadonlyMap<string, PageList>

export type ReadOptions = {
  /** They are not read again, whatever became of their files. */
  known?: PageLists | undefined
  /** Lists that are missing or damaged are done without, and so are their pages. */
  isPartly?: boolean | undefined
}

/** @throws Error as `readOutline`; Refusal naming the list that is missing or is not what was composed, unless it is done without */
export async function readComposition(
  folders: CompositionFolders,
  number: number,
  options?: ReadOptions,
): Promise<Composition> {
  const outline = await readOutline(folders, number)
  return joinLists(outline, await readLists(folders, outline, options))
}

/** @throws Refusal as {@link readComposition} */
export async function readLists(
  folders: CompositionFolders,
  outline: Pick<CompositionOutline, 'packages' | 'packed'>,
  { known, isPartly = false }: ReadOptions = {},
): Promise<PageLists> {
  const read = async (name: string): Promise<[string, PageList][]> => {
    const digest = outline.packages[name]?.list ?? ''
    try {
      return [[digest, known?.get(digest) ?? (await readList(folders, outline, name))]]
    } catch (error) {
      if (isPartly) return []
      throw error
    }
  }
  return new Map((await Promise.all(Object.keys(outline.packages).map(read))).flat())
}

/** The pages of a package. @throws Refusal when their list is missing or is not what was composed */
export async function readList(
  folders: CompositionFolders,
  { packages, packed }: Pick<CompositionOutline, 'packages' | 'packed'>,
  name: string,
): Promise<PageList> {
  const content = await readBlob(folders, packages[name]?.list ?? '')
  return unpackList(content, packed && (await unpackPacks(folders, packed.packs[name] ?? [])))
}

/** @param lists of those that are not there the pages are left out */
export function joinLists(outline: CompositionOutline, lists: PageLists): Composition {
  const own = Object.values(outline.packages).flatMap(({ list }) => lists.get(list) ?? [])
  return {
    ...outline,
    pages: Object.assign({}, ...own.map(({ pages }) => pages)),
    fallbacks: own.flatMap(({ fallbacks }) => fallbacks),
  }
}

/** Every document of a composition. */
export function documentsOf({ pages, indexes }: Pick<Composition, 'pages' | 'indexes'>): ComposedDocument[] {
  const variants = Object.values(pages).flatMap((page) => Object.values(page.variants?.values ?? {}))
  return [...Object.values(pages), ...variants, ...Object.values(indexes)]
}

/** Digests of the compressed copies of a document. */
export function copiesOf({ br, gzip }: Pick<ComposedDocument, 'br' | 'gzip'>): string[] {
  return gzip === undefined ? [br] : [br, gzip]
}

/** Digests of the blobs that list the pages of a composition; of one of format 4 also those that have the pages. */
export function listsOf({ packages, packed }: Pick<CompositionOutline, 'packages' | 'packed'>): string[] {
  const packs = packed ? [...Object.values(packed.packs).flat(), ...packed.indexPacks] : []
  return [...new Set([...Object.values(packages).map(({ list }) => list), ...packs])]
}

/** Digests of what makes the next composition quicker, and nobody misses who is shown this one. */
export function knownBlobsOf({ packages }: Pick<CompositionOutline, 'packages'>): string[] {
  return [...new Set(Object.values(packages).map(({ known }) => known))]
}

/**
 * Digests of all that visitors' pages come from.
 * @param read gives a list of pages
 * @throws Refusal when a list is missing or is not what was composed
 */
export async function shownBlobsOf(read: ReadBlob, outline: CompositionOutline): Promise<string[]> {
  const lists = listsOf(outline)
  if (outline.packed) return lists
  const pages = await Promise.all(lists.map(async (digest) => unpackList(await read(digest))))
  const documents = [{ indexes: outline.indexes, pages: {} }, ...pages.map((it) => ({ ...it, indexes: {} }))]
  return [...new Set([...lists, ...documents.flatMap(documentsOf).flatMap(copiesOf)])]
}

/** Strong entity tag of a document, without quotes. */
export function entityTagOf({ sha256: digest }: Pick<ComposedDocument, 'sha256'>): string {
  return digest.slice(0, 20)
}
