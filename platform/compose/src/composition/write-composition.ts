import path from 'node:path'
import { publishFolder, writeDurably } from '@platform/base/durable/durable'
import { inTemporaryFolder } from '@platform/base/durable/temporary'
import { type NamedFile, writeBlobs } from './blob-files'
import { COMPOSITION_SIGNATURE_FILE, type CompositionFolders, writeCompositionJson } from './composition-folder'
import { type CompositionOutline, serialiseOutline } from './composition-outline'

export type SignComposition = (number: number, json: string) => string

/**
 * Writes blobs first, then the composition by one rename. A failure leaves only unnamed blobs.
 * @param blobs those not kept yet
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
