import { isDeepStrictEqual } from 'node:util'
import { isWhole, readBlob, verifyBlobs } from '../composition/blob-files'
import { copiesOf } from '../composition/composition'
import { type CompositionFolders, listCompositions } from '../composition/composition-folder'
import {
  type CompositionOutline,
  type Finish,
  type PackagePages,
  readOutline,
} from '../composition/composition-outline'
import { type KnownDocument, unpackKnown } from '../composition/known-documents'
import type { FinishedDocument } from './finish-document'

/** The pages of a package as they are kept, by their addresses: of each document what is known without its bytes. */
export type KeptPages = Pick<PackagePages, 'known'> & {
  finish: Finish
  documents: ReadonlyMap<string, KnownDocument>
  list?: { digest: string; headersKey: string } | undefined
}

/** Finds what was made of the same inputs before; `undefined` when there is nothing, or nothing whole. */
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

  async function* named(name: string, key: string, finish: Finish) {
    for (const number of await numbers) {
      const outline = await read(number)
      const pages = outline?.packages[name]
      if (!outline || outline.packed || pages?.key !== key) continue
      const isFinished = isDeepStrictEqual(outline.finish, finish)
      if (isFinished || outline.finish.added === '') yield { pages, isFinished, outline }
    }
  }

  return {
    async isNamed(...wanted) {
      return !(await named(...wanted).next()).done
    },
    async find(...wanted) {
      let plain: KeptPages | undefined
      for await (const { pages, isFinished, outline } of named(...wanted)) {
        if (!isFinished && plain) continue
        const kept = await readKept(folders, pages, outline)
        if (kept && isFinished) return kept
        plain ??= kept
      }
      return plain
    },
  }
}

async function readKept(
  folders: CompositionFolders,
  { known, list }: PackagePages,
  { finish, headersKey }: CompositionOutline,
): Promise<KeptPages | undefined> {
  try {
    const documents = unpackKnown(await readBlob(folders, known))
    await verifyBlobs(folders, documents.flatMap(copiesOf))
    return {
      ...{ finish, known },
      documents: new Map(documents.map((document) => [document.address, document])),
      list: (await isWhole(folders, list)) ? { digest: list, headersKey } : undefined,
    }
  } catch {
    return undefined
  }
}

/**
 * Documents of a package that are live, whole, and were finished as they are wanted, by their digests: what is rendered anew, by
 * another program for example, and has the same bytes, is not compressed anew.
 */
export async function readFinished(
  folders: CompositionFolders,
  live: CompositionOutline | undefined,
  name: string,
  finish: Finish,
): Promise<ReadonlyMap<string, FinishedDocument>> {
  const pages = live?.packages[name]
  if (!pages || live.packed || !isDeepStrictEqual(live.finish, finish)) return new Map()
  const kept = await readKept(folders, pages, live)
  return new Map([...(kept?.documents.values() ?? [])].map(({ facts: _, ...document }) => [document.sha256, document]))
}
