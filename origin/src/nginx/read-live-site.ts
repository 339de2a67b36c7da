import { readComposition } from '../composition/composition'
import { readPointer } from '../composition/pointer'
import type { SiteFolders } from '../files/site-folders'
import { indexFiles } from '../http/index-files'
import { Refusal } from '../refusal'
import type { NginxSource } from './render-locations'

/** @throws Refusal when nothing is live. */
export async function readLiveSite(folders: SiteFolders): Promise<NginxSource> {
  const pointer = await readPointer(folders)
  if (!pointer) throw new Refusal('Nothing is live yet: activate the releases first')
  const composition = await readComposition(folders, pointer.live)
  const files = await indexFiles(folders, composition)
  return { composition, folder: folders.composition(pointer.live), files }
}
