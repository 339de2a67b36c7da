import { readBlob } from '../composition/blob-files'
import { readComposition } from '../composition/composition'
import type { CompositionFolders } from '../composition/composition-folder'
import { readOutline } from '../composition/composition-outline'
import { unpackKnown } from '../composition/known-documents'
import { readDocument } from '../composition/verify-documents'

export async function readKept(folders: CompositionFolders, number: number) {
  const { pages, indexes } = await readComposition(folders, number)
  const variants = Object.entries(pages).flatMap(([path, { variants: of }]) =>
    Object.entries(of?.values ?? {}).map(([value, it]) => [`${path}?${of?.parameter}=${value}`, it] as const),
  )
  const all = [...Object.entries(pages), ...variants, ...Object.entries(indexes)].map(
    async ([address, { sha256, br, gzip }]) => {
      const copies = { br: await readBlob(folders, br), gzip: gzip && (await readBlob(folders, gzip)) }
      return [address, { address, sha256, ...copies }] as const
    },
  )
  return new Map(await Promise.all(all))
}

export async function readPage(folders: CompositionFolders, number: number, address: string): Promise<string> {
  const { pages, indexes } = await readComposition(folders, number)
  const [path = '', value] = address.split(/\?\w+=/)
  const page = pages[path]
  const document = (value === undefined ? page : page?.variants?.values[value]) ?? indexes[address]
  if (!document) throw new Error(`Composition ${number} has nothing at ${address}`)
  return (await readDocument(folders, document)).toString()
}

export async function pageFilesOf(folders: CompositionFolders, number: number, name: string): Promise<string[]> {
  const { packages } = await readOutline(folders, number)
  const known = unpackKnown(await readBlob(folders, packages[name]?.known ?? ''))
  return known.map(({ br }) => folders.blob(br))
}

export async function pageFileOf(folders: CompositionFolders, number: number, address: string): Promise<string> {
  const { pages, indexes } = await readComposition(folders, number)
  return folders.blob((pages[address] ?? indexes[address])?.br ?? '')
}
