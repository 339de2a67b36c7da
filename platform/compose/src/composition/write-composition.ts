import path from 'node:path'
import { publishFolder, writeDurably } from '@platform/base/durable/durable'
import { inTemporaryFolder } from '@platform/base/durable/temporary'
import {
  COMPOSITION_FILE,
  COMPOSITION_SIGNATURE_FILE,
  type Composition,
  type CompositionFolders,
  serialiseComposition,
} from './composition'
import type { Pack } from './pack'
import { keepPack, writePacks } from './pack-files'
import { packsOf } from './read-document'

/** Base64 of the operator's signature of a composition's JSON. */
export type SignComposition = (number: number, json: string) => string

/**
 * Writes a composition under a temporary name and lets it appear by one rename, when every pack it names is here; a failure leaves
 * packs that nobody names, and nothing else.
 */
export async function writeComposition(
  folders: CompositionFolders,
  composition: Composition,
  packs: readonly Pack[],
  sign: SignComposition,
): Promise<void> {
  await writePacks(folders, packs)
  const written = new Set(packs.map(({ digest }) => digest))
  for (const digest of packsOf(composition)) if (!written.has(digest)) await keepPack(folders, digest)
  await inTemporaryFolder(folders, 'composition', async (temporary) => {
    const json = serialiseComposition(composition)
    await writeDurably(path.join(temporary, COMPOSITION_FILE), json)
    await writeDurably(path.join(temporary, COMPOSITION_SIGNATURE_FILE), `${sign(composition.number, json)}\n`)
    await publishFolder(temporary, folders.composition(composition.number))
  })
}
