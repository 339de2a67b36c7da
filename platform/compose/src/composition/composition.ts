import { type ReadBlob, readBlob } from './blob-files'
import type { CompositionFolders } from './composition-folder'
import { type CompositionOutline, readOutline } from './composition-outline'
import { type PageList, unpackList } from './page-list'
import type { ComposedDocument } from './stored-headers'

export type Composition = CompositionOutline & PageList

export type PageLists = ReadonlyMap<string, PageList>

type ReadOptions = {
  known?: PageLists | undefined
  /** Skips missing or damaged lists and their pages. */
  isPartly?: boolean | undefined
}

export async function readComposition(folders: CompositionFolders, number: number): Promise<Composition> {
  const outline = await readOutline(folders, number)
  return joinLists(outline, await readLists(folders, outline))
}

export async function readLists(
  folders: CompositionFolders,
  outline: Pick<CompositionOutline, 'packages'>,
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

export async function readList(
  folders: CompositionFolders,
  { packages }: Pick<CompositionOutline, 'packages'>,
  name: string,
): Promise<PageList> {
  return unpackList(await readBlob(folders, packages[name]?.list ?? ''))
}

export function joinLists(outline: CompositionOutline, lists: PageLists): Composition {
  return { ...outline, ...joinPages(Object.values(outline.packages).flatMap(({ list }) => lists.get(list) ?? [])) }
}

export function joinPages(lists: readonly PageList[]): PageList {
  return {
    pages: Object.assign({}, ...lists.map(({ pages }) => pages)),
    fallbacks: lists.flatMap(({ fallbacks }) => fallbacks),
  }
}

export function documentsOf({ pages, indexes }: Pick<Composition, 'pages' | 'indexes'>): ComposedDocument[] {
  const variants = Object.values(pages).flatMap((page) => Object.values(page.variants?.values ?? {}))
  return [...Object.values(pages), ...variants, ...Object.values(indexes)]
}

export function copiesOf({ br, gzip }: Pick<ComposedDocument, 'br' | 'gzip'>): string[] {
  return gzip === undefined ? [br] : [br, gzip]
}

export function listsOf({ packages }: Pick<CompositionOutline, 'packages'>): string[] {
  return [...new Set(Object.values(packages).map(({ list }) => list))]
}

/** They speed up the next composition; serving does not need them. */
export function knownBlobsOf({ packages }: Pick<CompositionOutline, 'packages'>): string[] {
  return [...new Set(Object.values(packages).map(({ known }) => known))]
}

/** Returns the digests of all blobs that the origin serves pages from. */
export async function shownBlobsOf(read: ReadBlob, outline: CompositionOutline): Promise<string[]> {
  const lists = listsOf(outline)
  const pages = await Promise.all(lists.map(async (digest) => unpackList(await read(digest))))
  const documents = [{ indexes: outline.indexes, pages: {} }, ...pages.map((it) => ({ ...it, indexes: {} }))]
  return [...new Set([...lists, ...documents.flatMap(documentsOf).flatMap(copiesOf)])]
}

/** Returns a strong entity tag without quotes. */
export const entityTagOf = ({ sha256: digest }: Pick<ComposedDocument, 'sha256'>): string => digest.slice(0, 20)
