import { stat } from 'node:fs/promises'
import path from 'node:path'
import { COMPOSITION_FILE, listCompositions } from '@platform/compose/composition/composition-folder'
import { type CompositionOutline, readOutline } from '@platform/compose/composition/composition-outline'
import type { SiteCopy } from '@platform/site/store/site-store'
import type { FastifyBaseLogger } from 'fastify'
import { createLiveBlobs, type LiveBlobs } from './live-blobs'

export const DEFAULT_PAGE_MEMORY_BYTES = 64 * 1024 * 1024

export type SiteSource = { copy: SiteCopy; blobs: LiveBlobs; readKept: ReadKept }

export function openSource(copy: SiteCopy, pageMemoryBytes: number, log: FastifyBaseLogger): SiteSource {
  return { copy, blobs: createLiveBlobs(copy, pageMemoryBytes, log), readKept: createKeptReader(copy) }
}

export type KeptComposition = Pick<CompositionOutline, 'number' | 'isPreview' | 'releases' | 'indexes' | 'data'>

type ReadKept = (besides: number) => Promise<KeptComposition[]>

/** Compositions are immutable. */
function createKeptReader(copy: SiteCopy): ReadKept {
  let known = new Map<string, KeptComposition>()
  return async (besides) => {
    const found = new Map<string, KeptComposition>()
    for (const number of await listCompositions(copy)) {
      if (number === besides) continue
      const key = await keyOf(copy, number).catch(() => undefined)
      if (key === undefined) continue
      const kept = known.get(key) ?? (await readOutline(copy, number).catch(() => undefined))
      if (kept) found.set(key, kept)
    }
    known = found
    return [...found.values()]
  }
}

async function keyOf(copy: SiteCopy, number: number): Promise<string> {
  const { ino, mtimeMs, size } = await stat(path.join(copy.composition(number), COMPOSITION_FILE))
  return [number, ino, mtimeMs, size].join(' ')
}
