import { filesAddress, formatTiming } from '@site/shared/composition-timing'
import type { Composition } from './composition'

const HASH_LENGTH = 8

/**
 * Finds the list of all browser files and its immutable address; `undefined` for older compositions, whose pages name
 * all files.
 */
export function siteFilesOf({ indexes }: Pick<Composition, 'indexes'>) {
  const document = indexes[filesAddress()]
  if (!document) return undefined
  const hash = document.sha256.slice(0, HASH_LENGTH)
  return { document, hash, address: filesAddress(hash) }
}

export function timingOf(composition: Pick<Composition, 'number' | 'indexes'>): Record<string, string> {
  const files = siteFilesOf(composition)?.hash
  return { 'server-timing': formatTiming({ composition: composition.number, files }) }
}
