import { isDeepStrictEqual } from 'node:util'
import { type CompositionFolders, listCompositions } from '../composition/composition-folder'
import { type CompositionOutline, type Finish, type PackedPages, readOutline } from '../composition/composition-outline'
import { type KnownDocument, unpackKnown } from '../composition/known-documents'
import type { KeptDocument } from '../composition/pack'
import { isWhole, readDocuments, readPack, verifyPacks } from '../composition/pack-files'

/** The pages of a package as they are kept, by their addresses: of each document what is known without its bytes. */
export type KeptPages = Pick<PackedPages, 'digests' | 'known'> & {
  finish: Finish
  documents: ReadonlyMap<string, KnownDocument>
  /** Where they are listed as they were sent, and what their headers were made with. */
  list?: { digest: string; headersKey: string } | undefined
}

/**
 * Finds what was made of the same inputs before: finished as it is wanted, or as it was rendered.
 * @returns `undefined` when there is nothing, or nothing whole
 */
export type FindKept = (name: string, key: string, finish: Finish) => Promise<KeptPages | undefined>

export type KeptFinder = {
  /** Whether something is said to be kept; nobody has looked at it. */
  isNamed: (...wanted: Parameters<FindKept>) => Promise<boolean>
  find: FindKept
}

/** So many compositions are looked through besides, the newest first: what is not in those was not shown for long. */
const LATEST = 10

/**
 * Looks through the kept compositions. What one says of its pages is believed as far as an operator has signed it, and of the
 * pages themselves what has the digests that it says: nobody who can write where they are kept can put anything onto a page.
 */
export function findKeptPages(folders: CompositionFolders): KeptFinder {
  const compositions = new Map<number, Promise<CompositionOutline | undefined>>()
  const read = (number: number) => {
    const reading = compositions.get(number) ?? readOutline(folders, number).catch(() => undefined)
    compositions.set(number, reading)
    return reading
  }
  const numbers = listCompositions(folders).then((all) => all.slice(0, LATEST))

  /** Those that would do, as they are found. */
  async function* named(name: string, key: string, finish: Finish) {
    for (const number of await numbers) {
      const outline = await read(number)
      const packed = outline?.packs[name]
      if (!outline || packed?.key !== key) continue
      const isFinished = isDeepStrictEqual(outline.finish, finish)
      if (isFinished || outline.finish.added === '') yield { packed, isFinished, outline }
    }
  }

  return {
    async isNamed(...wanted) {
      return !(await named(...wanted).next()).done
    },
    async find(...wanted) {
      let plain: KeptPages | undefined
      for await (const { packed, isFinished, outline } of named(...wanted)) {
        if (!isFinished && plain) continue
        const kept = await readKept(folders, packed, outline)
        if (kept && isFinished) return kept
        plain ??= kept
      }
      return plain
    },
  }
}

async function readKept(
  folders: CompositionFolders,
  { digests, known, list }: PackedPages,
  { finish, headersKey }: CompositionOutline,
): Promise<KeptPages | undefined> {
  try {
    const documents = unpackKnown(await readPack(folders, known))
    await verifyPacks(folders, digests)
    const isListed = await isWhole(folders.pack(list), list)
    return {
      ...{ finish, digests, known },
      documents: new Map(documents.map((document) => [document.address, document])),
      list: isListed ? { digest: list, headersKey } : undefined,
    }
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
  live: CompositionOutline | undefined,
  name: string,
  finish: Finish,
): Promise<ReadonlyMap<string, KeptDocument>> {
  const packed = live?.packs[name]
  if (!packed || !isDeepStrictEqual(live.finish, finish)) return new Map()
  const documents = await readDocuments(folders, packed.digests).catch(() => [])
  return new Map(documents.map((document) => [document.sha256, document]))
}
