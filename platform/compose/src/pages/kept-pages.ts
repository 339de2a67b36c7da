import { isDeepStrictEqual } from 'node:util'
import { memoize } from '@platform/base/collections/collections'
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

export type KeptPages = Pick<PackagePages, 'known'> & {
  finish: Finish
  documents: ReadonlyMap<string, KnownDocument>
  list?: { digest: string; headersKey: string } | undefined
}

type Wanted = [name: string, key: string, finish: Finish]
export type KeptFinder = ReturnType<typeof findKeptPages>

const LATEST = 10

/**
 * Searches kept compositions. Trusts only signed outlines and blobs with the right digest, so a writer to the store
 * cannot forge a page.
 * @param shown its pages are not read: origins check them, and activating it once more makes damaged ones again
 */
export function findKeptPages(folders: CompositionFolders, shown: CompositionOutline | undefined) {
  const read = memoize((number: number) => readOutline(folders, number).catch(() => undefined))
  const numbers = listCompositions(folders).then((all) => all.slice(0, LATEST))

  async function* named(name: string, key: string, finish: Finish) {
    for (const number of await numbers) {
      const outline = await read(number)
      const pages = outline?.packages[name]
      if (!outline || pages?.key !== key) continue
      const isFinished = isDeepStrictEqual(outline.finish, finish)
      if (isFinished || outline.finish.added === '') yield { pages, isFinished, outline }
    }
  }

  return {
    /** Finds an entry without a check of its blobs. */
    async isNamed(...wanted: Wanted): Promise<boolean> {
      return !(await named(...wanted).next()).done
    },
    async find(...wanted: Wanted): Promise<KeptPages | undefined> {
      let plain: KeptPages | undefined
      for await (const { pages, isFinished, outline } of named(...wanted)) {
        if (!isFinished && plain) continue
        const isShown = isFinished && shown?.packages[wanted[0]]?.known === pages.known
        const kept = await readKept(folders, pages, outline, { isShown })
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
  { isShown = false } = {},
): Promise<KeptPages | undefined> {
  try {
    const documents = unpackKnown(await readBlob(folders, known))
    if (!isShown) await verifyBlobs(folders, documents.flatMap(copiesOf))
    return {
      ...{ finish, known },
      documents: new Map(documents.map((document) => [document.address, document])),
      list: (await isWhole(folders, list)) ? { digest: list, headersKey } : undefined,
    }
  } catch {
    return undefined
  }
}

/** A new rendering with the same bytes is not compressed again. */
export async function readFinished(
  folders: CompositionFolders,
  live: CompositionOutline | undefined,
  name: string,
  finish: Finish,
): Promise<ReadonlyMap<string, FinishedDocument>> {
  const pages = live?.packages[name]
  if (!pages || !isDeepStrictEqual(live.finish, finish)) return new Map()
  const kept = await readKept(folders, pages, live)
  return new Map([...(kept?.documents.values() ?? [])].map(({ facts: _, ...document }) => [document.sha256, document]))
}
