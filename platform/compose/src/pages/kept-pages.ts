import { isDeepStrictEqual } from 'node:util'
import {
  type Composition,
  type CompositionFolders,
  listCompositions,
  type PackedPages,
} from '../composition/composition'
import { type CompositionOutline, readOutline } from '../composition/composition-outline'
import type { KeptDocument } from '../composition/pack'
import { readDocuments } from '../composition/pack-files'

export type Finish = PackedPages['finish']
/** Documents of a package's pages as they were made before, by their addresses. */
export type KeptSet = Pick<PackedPages, 'finish' | 'digests'> & { documents: ReadonlyMap<string, KeptDocument> }

/**
 * Finds what was made of the same inputs before: finished as it is wanted, or as it was rendered.
 * @returns `undefined` when there is nothing, or nothing whole
 */
export type FindKept = (name: string, key: string, finish: Finish) => Promise<KeptSet | undefined>

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
    let plain: KeptSet | undefined
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
  const kept = packed && isDeepStrictEqual(packed.finish, finish) ? await readKept(folders, packed) : undefined
  return new Map([...(kept?.documents.values() ?? [])].map((document) => [document.sha256, document]))
}

async function readKept(folders: CompositionFolders, { finish, digests }: PackedPages): Promise<KeptSet | undefined> {
  const documents = await readDocuments(folders, digests).catch(() => undefined)
  if (!documents?.every(({ facts }) => facts)) return undefined
  return { finish, digests, documents: new Map(documents.map((document) => [document.address, document])) }
}
