import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder, writeDurably } from '../files/durable'
import type { SiteFolders } from '../files/site-folders'
import { COMPOSITION_FILE, type Composition } from './composition'

/** Writes a composition aside and lets it appear, complete, by one rename; a failure leaves nothing. */
export async function writeComposition(
  folders: SiteFolders,
  composition: Composition,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const target = folders.composition(composition.number)
  const aside = `${target}.tmp`
  try {
    // What a killed activation left behind.
    await rm(aside, { recursive: true, force: true })
    await Promise.all([...files].map(([file, content]) => writeDurably(path.join(aside, file), content)))
    await writeDurably(path.join(aside, COMPOSITION_FILE), JSON.stringify(composition, null, 2))
    await rename(aside, target)
    await syncFolder(folders.compositions)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}
