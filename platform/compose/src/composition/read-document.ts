import { Refusal } from '@platform/base/errors/refusal'
import type { Composition } from './composition'
import { type CompositionFolders, listCompositions } from './composition-folder'
import { type CompositionOutline, OtherFormat, readOutline } from './composition-outline'
import type { KeptDocument } from './pack'
import { type PackFolder, readDocuments, verifyPacks } from './pack-files'
import type { ComposedDocument } from './stored-headers'

export type Packs = Pick<CompositionOutline, 'packs' | 'indexPacks'>

/** Every document of a composition. */
export function documentsOf({ pages, indexes }: Pick<Composition, 'pages' | 'indexes'>): ComposedDocument[] {
  const variants = Object.values(pages).flatMap((page) => Object.values(page.variants?.values ?? {}))
  return [...Object.values(pages), ...variants, ...Object.values(indexes)]
}

/** Digests of every pack that has documents of a composition. */
export function packsOf({ packs, indexPacks }: Packs): string[] {
  return [...new Set([...Object.values(packs).flatMap(({ digests }) => digests), ...indexPacks])]
}

/** Digests of all that visitors' pages come from: packs, and lists of what is in them. */
export function shownFilesOf(composition: Packs): string[] {
  return [...new Set([...packsOf(composition), ...Object.values(composition.packs).map(({ list }) => list)])]
}

/** Digests of what makes the next composition quicker, and nobody misses who is shown this one. */
export function knownFilesOf({ packs }: Packs): string[] {
  return [...new Set(Object.values(packs).map(({ known }) => known))]
}

/** Digests of every file that a composition names. */
export function keptFilesOf(composition: Packs): string[] {
  return [...shownFilesOf(composition), ...knownFilesOf(composition)]
}

/**
 * Digests of the files that any kept composition names, whoever has signed it.
 * @throws Error when one cannot be read: nobody knows then what it names
 */
export async function namedPacks(folders: CompositionFolders): Promise<Set<string>> {
  const reader = { ...folders, checkComposition: async () => {} }
  const named = new Set<string>()
  for (const number of await listCompositions(folders)) {
    const composition = await readOutline(reader, number).catch((error: unknown) => {
      if (error instanceof OtherFormat) return undefined
      throw error
    })
    for (const digest of composition ? keptFilesOf(composition) : []) named.add(digest)
  }
  return named
}

/** Finds the bytes of a document. */
export type DocumentReader<Kept = KeptDocument> = (document: Pick<ComposedDocument, 'sha256'>) => Kept

/** @throws Refusal naming the pack that is missing or is not what was composed; the reader, when no pack has a document */
export async function readDocumentsOf(folders: PackFolder, digests: readonly string[]): Promise<DocumentReader> {
  return documentReader(await readDocuments(folders, digests))
}

/** Finds documents among these. */
export function documentReader<Kept extends Pick<KeptDocument, 'sha256'>>(
  documents: readonly Kept[],
): DocumentReader<Kept> {
  const byDigest = new Map(documents.map((document) => [document.sha256, document]))
  return ({ sha256 }) => {
    const found = byDigest.get(sha256)
    if (!found) throw new Refusal(`The document ${sha256} is part of the composition, but in none of its packs`)
    return found
  }
}

/** @throws Refusal naming the first pack or list that is missing or changed */
export async function verifyDocuments(folders: PackFolder, composition: Packs): Promise<void> {
  await verifyPacks(folders, shownFilesOf(composition))
}
