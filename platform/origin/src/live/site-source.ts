import type { SiteCopy } from '@platform/site/store/site-copy'
import type { FastifyBaseLogger } from 'fastify'
import { createKeptReader, type ReadKept } from './kept-compositions'
import { createOpenPacks, type OpenPacks } from './open-packs'

export const DEFAULT_PAGE_MEMORY_BYTES = 64 * 1024 * 1024

/** Where an origin has its site from, and what it has open of that. */
export type SiteSource = { copy: SiteCopy; packs: OpenPacks; readKept: ReadKept }

/** @param pageMemoryBytes of pages that stay in memory */
export function openSource(copy: SiteCopy, pageMemoryBytes: number, log: FastifyBaseLogger): SiteSource {
  return { copy, packs: createOpenPacks(pageMemoryBytes, log), readKept: createKeptReader(copy) }
}
