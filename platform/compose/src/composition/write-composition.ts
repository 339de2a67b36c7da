import path from 'node:path'
import { publishFolder, writeDurably } from '@platform/base/durable/durable'
import { inTemporaryFolder } from '@platform/base/durable/temporary'
import { writeBlobs } from './blob-files'
import { COMPOSITION_SIGNATURE_FILE, type CompositionFolders, writeCompositionJson } from './composition-folder'
import { type CompositionOutline, serialiseOutline } from './composition-outline'
import type { NamedFile } from './json-file'

/** Base64 of the operator's signature of a composition's JSON. */
export type SignComposition = (number: number, json: string) => string

/**
 * Writes a composition under a temporary name and lets it appear by one rename, when every blob it names is here; a failure
 * leaves blobs that nobody names, and nothing else.
 * @param blobs those that are not kept yet
 */
export async function writeComposition(
  folders: CompositionFolders,
  composition: CompositionOutline,
  blobs: readonly NamedFile[],
  sign: SignComposition,
): Promise<void> {
  await writeBlobs(folders, blobs)
  await inTemporaryFolder(folders, 'composition', async (temporary) => {
    const json = serialiseOutline(composition)
    await writeCompositionJson(temporary, json)
    await writeDurably(path.join(temporary, COMPOSITION_SIGNATURE_FILE), `${sign(composition.number, json)}\n`)
    await publishFolder(temporary, folders.composition(composition.number))
  })
}
