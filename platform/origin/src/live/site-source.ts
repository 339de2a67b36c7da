import type { SiteCopy } from '@platform/site/store/site-copy'
import type { FastifyBaseLogger } from 'fastify'
import { createKeptReader, type ReadKept } from './kept-compositions'
import { createLiveBlobs, type LiveBlobs } from './live-blobs'

export const DEFAULT_PAGE_MEMORY_BYTES = 64 * 1024 * 1024

/** Where an origin has its site from. */
export type SiteSource = { copy: SiteCopy; blobs: LiveBlobs; readKept: ReadKept }

/** @param pageMemoryBytes of pages that stay in memory */
export function openSource(copy: SiteCopy, pageMemoryBytes: number, log: FastifyBaseLogger): SiteSource {
  return { copy, blobs: createLiveBlobs(copy, pageMemoryBytes, log), readKept: createKeptReader(copy) }
}
