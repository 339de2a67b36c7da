import type { CompositionFolders } from '../composition/composition-folder'
import { readOutline } from '../composition/composition-outline'
import { htmlOf, type KeptDocument } from '../composition/pack'
import { readDocuments } from '../composition/pack-files'
import { packsOf } from '../composition/read-document'

/** Every document of a composition as it is kept, by its address. */
export async function readKept(folders: CompositionFolders, number: number): Promise<Map<string, KeptDocument>> {
  const documents = await readDocuments(folders, packsOf(await readOutline(folders, number)))
  return new Map(documents.map((document) => [document.address, document]))
}

/** What a composition has at an address, as a visitor without compression gets it. */
export async function readPage(folders: CompositionFolders, number: number, address: string): Promise<string> {
  const document = (await readKept(folders, number)).get(address)
  if (!document) throw new Error(`Composition ${number} has nothing at ${address}`)
  return (await htmlOf(document)).toString()
}

/** The files that have the pages of a package. */
export async function packFilesOf(folders: CompositionFolders, number: number, name: string): Promise<string[]> {
  return ((await readOutline(folders, number)).packs[name]?.digests ?? []).map(folders.pack)
}
