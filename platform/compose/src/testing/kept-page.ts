import { pageAnswers } from '../answers/site-answers'
import { readBlob } from '../composition/blob-files'
import { readComposition } from '../composition/composition'
import type { CompositionFolders } from '../composition/composition-folder'
import { readOutline } from '../composition/composition-outline'
import { unpackKnown } from '../composition/known-documents'
import { readDocument } from '../composition/verify-documents'

async function readRows(folders: CompositionFolders, number: number) {
  return pageAnswers(await readComposition(folders, number)).rows
}

export async function readKept(folders: CompositionFolders, number: number) {
  const all = [...(await readRows(folders, number))].map(async ([address, { document }]) => {
    const { sha256, br, gzip } = document
    const copies = { br: await readBlob(folders, br), gzip: gzip && (await readBlob(folders, gzip)) }
    return [address, { address, sha256, ...copies }] as const
  })
  return new Map(await Promise.all(all))
}

export async function readPage(folders: CompositionFolders, number: number, address: string): Promise<string> {
  const row = (await readRows(folders, number)).get(address)
  if (!row) throw new Error(`Composition ${number} has nothing at ${address}`)
  return (await readDocument(folders, row.document)).toString()
}

export async function pageFilesOf(folders: CompositionFolders, number: number, name: string): Promise<string[]> {
  const { packages } = await readOutline(folders, number)
  const known = unpackKnown(await readBlob(folders, packages[name]?.known ?? ''))
  return known.map(({ br }) => folders.blob(br))
}

export async function pageFileOf(folders: CompositionFolders, number: number, address: string): Promise<string> {
  return folders.blob((await readRows(folders, number)).get(address)?.document.br ?? '')
}
