import { isDeepStrictEqual } from 'node:util'
import type { Composition } from '../composition/composition'
import { type CompositionFolders, listCompositions } from '../composition/composition-folder'
import { type CompositionOutline, type PackedPages, readOutline } from '../composition/composition-outline'
import { type KnownDocument, unpackKnown } from '../composition/known-documents'
import type { KeptDocument } from '../composition/pack'
import { readDocuments, readPack, verifyPacks } from '../composition/pack-files'

export type Finish = PackedPages['finish']
/** The pages of a package as they are kept, by their addresses: of each document what is known without its bytes. */
export type KeptPages = Pick<PackedPages, 'finish' | 'digests' | 'known'> & {
  documents: ReadonlyMap<string, KnownDocument>
}

/**
 * Finds what was made of the same inputs before: finished as it is wanted, or as it was rendered.
 * @returns `undefined` when there is nothing, or nothing whole
 */
export type FindKept = (name: string, key: string, finish: Finish) => Promise<KeptPages | undefined>

/** So many compositions are looked through besides, the newest first: what is not in those was not shown for long. */
const LATEST = 10

/**
 * Looks through the kept compositions. What one says of its pages is believed as far as an operator has signed it, and of the
 * pages themselves what has the digests that it says: nobody who can write where they are kept can put anything onto a page.
 * @param ahead numbers of those that were made for what is to come, however many are newer
 */
export function findKeptPages(folders: CompositionFolders, ahead: readonly number[] = []): FindKept {
  const compositions = new Map<number, Promise<CompositionOutline | undefined>>()
  const read = (number: number) => {
    const reading = compositions.get(number) ?? readOutline(folders, number).catch(() => undefined)
    compositions.set(number, reading)
    return reading
  }
  const numbers = listCompositions(folders).then((all) => new Set([...all.slice(0, LATEST), ...ahead]))
  return async (name, key, finish) => {
    let plain: KeptPages | undefined
    for (const number of await numbers) {
      const packed = (await read(number))?.packs[name]
      if (packed?.key !== key) continue
      const isFinished = isDeepStrictEqual(packed.finish, finish)
      if (!isFinished && (plain || packed.finish.added !== '')) continue
      const kept = await readKept(folders, packed)
      if (kept && isFinished) return kept
      plain ??= kept
    }
    return plain
  }
}

async function readKept(folders: CompositionFolders, packed: PackedPages): Promise<KeptPages | undefined> {
  const { finish, digests, known } = packed
  try {
    const documents = unpackKnown(await readPack(folders, known))
    await verifyPacks(folders, digests)
    return { finish, digests, known, documents: new Map(documents.map((document) => [document.address, document])) }
  } catch {
    return undefined
  }
}

/**
 * Documents of a package that are live and were finished as they are wanted, by their digests: what is rendered anew, by another
 * program for example, and has the same bytes, is not compressed anew.
 */
export async function readFinished(
  folders: CompositionFolders,
  live: Composition | undefined,
  name: string,
  finish: Finish,
): Promise<ReadonlyMap<string, KeptDocument>> {
  const packed = live?.packs[name]
  if (!packed || !isDeepStrictEqual(packed.finish, finish)) return new Map()
  const documents = await readDocuments(folders, packed.digests).catch(() => [])
  return new Map(documents.map((document) => [document.sha256, document]))
}
