import path from 'node:path'
import { publishFolder, writeDurably } from '@platform/base/durable/durable'
import { inTemporaryFolder, settleAll } from '@platform/base/durable/temporary'
import { COMPOSITION_FILE, COMPOSITION_SIGNATURE_FILE, type Composition, type CompositionFolders } from './composition'

/** Base64 of the operator's signature of a composition's JSON. */
export type SignComposition = (number: number, json: string) => string

/** Writes a composition under a temporary name and lets it appear, complete, by one rename; a failure leaves nothing. */
export async function writeComposition(
  folders: CompositionFolders,
  composition: Composition,
  files: ReadonlyMap<string, Uint8Array>,
  sign: SignComposition,
): Promise<void> {
  await inTemporaryFolder(folders, 'composition', async (temporary) => {
    await settleAll([...files].map(([file, content]) => writeDurably(path.join(temporary, file), content)))
    const json = JSON.stringify(composition, null, 2)
    await writeDurably(path.join(temporary, COMPOSITION_FILE), json)
    await writeDurably(path.join(temporary, COMPOSITION_SIGNATURE_FILE), `${sign(composition.number, json)}\n`)
    await publishFolder(temporary, folders.composition(composition.number))
  })
}
