import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { sha256 } from '@platform/base/durable/digest'
import { type BlobFolder, readBlob, verifyBlobs } from './blob-files'
import { copiesOf, documentsOf, joinLists, knownBlobsOf, listsOf, readLists, shownBlobsOf } from './composition'
import { type CompositionFolders, listCompositions } from './composition-folder'
import { type CompositionOutline, findOutline } from './composition-outline'
import type { ComposedDocument } from './stored-headers'

const decompress = promisify(zlib.brotliDecompress)

export async function readDocument(
  folders: BlobFolder,
  { br, sha256: digest, bytes }: Pick<ComposedDocument, 'br' | 'sha256' | 'bytes'>,
): Promise<Buffer> {
  const html = await decompress(await readBlob(folders, br), { maxOutputLength: Math.max(1, bytes) })
  if (sha256(html) !== digest) throw new Error('A compressed copy is none of its document')
  return html
}

export async function verifyDocuments(folders: BlobFolder, composition: CompositionOutline): Promise<void> {
  await verifyBlobs(folders, await shownBlobsOf((digest) => readBlob(folders, digest), composition))
}

/**
 * Returns the digests of all named blobs without a check of signatures.
 * @throws Error for an unreadable composition, whose blobs are unknown
 */
export async function namedBlobs(folders: CompositionFolders, numbers?: readonly number[]): Promise<Set<string>> {
  const reader = { ...folders, checkComposition: async () => {} }
  const named = new Set<string>()
  for (const number of numbers ?? (await listCompositions(folders))) {
    const outline = await findOutline(reader, number)
    if (!outline) continue
    for (const digest of [...listsOf(outline), ...knownBlobsOf(outline)]) named.add(digest)
    const composition = joinLists(outline, await readLists(reader, outline))
    for (const digest of documentsOf(composition).flatMap(copiesOf)) named.add(digest)
  }
  return named
}
