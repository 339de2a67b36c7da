import type { CompositionFolders } from './composition-folder'
import { type CompositionOutline, readOutline } from './composition-outline'
import { readPack } from './pack-files'
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
  { packs }: Pick<CompositionOutline, 'packs'>,
  { known, isPartly = false }: ReadOptions = {},
): Promise<PageLists> {
  const digests = [...new Set(Object.values(packs).map(({ list }) => list))]
  const read = async (digest: string): Promise<[string, PageList][]> => {
    try {
      return [[digest, known?.get(digest) ?? unpackList(await readPack(folders, digest))]]
    } catch (error) {
      if (isPartly) return []
      throw error
    }
  }
  return new Map((await Promise.all(digests.map(read))).flat())
}

/** @param lists of those that are not there the pages are left out */
export function joinLists(outline: CompositionOutline, lists: PageLists): Composition {
  const own = Object.values(outline.packs).flatMap(({ list }) => lists.get(list) ?? [])
  return {
    ...outline,
    pages: Object.assign({}, ...own.map(({ pages }) => pages)),
    fallbacks: own.flatMap(({ fallbacks }) => fallbacks),
  }
}

/** Strong entity tag of a document, without quotes. */
export function entityTagOf({ sha256: digest }: Pick<ComposedDocument, 'sha256'>): string {
  return digest.slice(0, 20)
}
