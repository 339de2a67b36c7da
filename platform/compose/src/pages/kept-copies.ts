import type { Composition, CompositionFolders } from '../composition/composition'
import { type DocumentContent, documentsOf, readDocument } from '../composition/read-document'
import type { Headers } from '../headers/security-headers'

export type CompressedCopies = Pick<DocumentContent, 'br' | 'gzip'>

/** Gives the copies of a document with these bytes and headers; `undefined` where it has to be compressed. */
export type KeptCopies = (sha256: string, headers: Headers) => Promise<CompressedCopies | undefined>

/**
 * Most pages stay as they are in a release of one package, and compressing them is a quarter of what an activation takes: a
 * document with the bytes it had keeps its compressed copies, once they have unpacked to it. With other headers it is
 * compressed anew, since what fits into the first flight depends on both.
 * @param live what is live, compressed as the next composition is to be; `undefined` where it is not
 */
export function keptCopies(folders: CompositionFolders, live: Composition | undefined): KeptCopies {
  if (!live) return async () => undefined
  const folder = folders.composition(live.number)
  const documents = new Map(documentsOf(live).map((document) => [document.sha256, document]))
  return async (sha256, headers) => {
    const document = documents.get(sha256)
    if (!document || JSON.stringify(document.headers) !== JSON.stringify(headers)) return undefined
    return readDocument(folder, document).catch(() => undefined)
  }
}
