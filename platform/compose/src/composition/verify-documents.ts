import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { sha256 } from '@platform/base/durable/digest'
import { type BlobFolder, readBlob, verifyBlobs } from './blob-files'
import { copiesOf, documentsOf, knownBlobsOf, listsOf, readList, shownBlobsOf } from './composition'
import type { CompositionFolders } from './composition-folder'
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
export async function namedBlobs(folders: CompositionFolders, numbers: readonly number[]): Promise<Set<string>> {
  const reader = { ...folders, checkComposition: async () => {} }
  const named = new Set<string>()
  for (const number of numbers) {
    const outline = await findOutline(reader, number)
    if (!outline) continue
    const { indexes, packages } = outline
    // A list that is named already has its documents named too.
    const names = Object.keys(packages).filter((name) => !named.has(packages[name]?.list ?? ''))
    const lists = await Promise.all(names.map((name) => readList(reader, outline, name)))
    const documents = [...Object.values(indexes), ...lists.flatMap(({ pages }) => documentsOf({ pages, indexes: {} }))]
    for (const it of [...listsOf(outline), ...knownBlobsOf(outline), ...documents.flatMap(copiesOf)]) named.add(it)
  }
  return named
}
