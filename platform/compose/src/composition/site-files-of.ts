import { filesAddress, formatTiming } from '@site/shared/composition-timing'
import type { Composition } from './composition'
import type { ComposedDocument } from './stored-headers'

/** Digits of the digest, as in the names of browser files. */
const HASH_LENGTH = 8

type Indexes = { indexes: Readonly<Record<string, ComposedDocument>> }

export type ComposedFiles = { document: ComposedDocument; hash: string; address: string }

/**
 * Where a composition says the files of all its packages are, and the address under which that never changes. `undefined`
 * for one whose pages were made to name all of them.
 */
export function siteFilesOf({ indexes }: Indexes): ComposedFiles | undefined {
  const document = indexes[filesAddress()]
  if (!document) return undefined
  const hash = document.sha256.slice(0, HASH_LENGTH)
  return { document, hash, address: filesAddress(hash) }
}

/** What is said beside each page of a composition and is no part of the page. */
export function timingOf(composition: Pick<Composition, 'number' | 'indexes'>): Record<string, string> {
  const files = siteFilesOf(composition)?.hash
  return { 'server-timing': formatTiming({ composition: composition.number, files }) }
}
