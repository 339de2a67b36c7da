import { rm } from 'node:fs/promises'
import path from 'node:path'
import { publishFolder, writeDurably } from '@platform/base/durable/durable'
import { createTemporaryFolder } from '@platform/base/durable/temporary'
import { COMPOSITION_FILE, type Composition, type CompositionFolders } from './composition'

/** Writes a composition under a temporary name and lets it appear, complete, by one rename; a failure leaves nothing. */
export async function writeComposition(
  folders: CompositionFolders,
  composition: Composition,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const temporary = await createTemporaryFolder(folders, 'composition')
  try {
    await Promise.all([...files].map(([file, content]) => writeDurably(path.join(temporary, file), content)))
    await writeDurably(path.join(temporary, COMPOSITION_FILE), JSON.stringify(composition, null, 2))
    await publishFolder(temporary, folders.composition(composition.number))
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}
