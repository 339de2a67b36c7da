import type { Delta } from './delta-form'
import type { DeltaNews } from './run-deltas'

export type DeltaBook = {
  /** What makes the file of this digest of the one that a request names (`Available-Dictionary`), if it was made. */
  find: (sha256: string, available: string | string[] | undefined) => Delta | undefined
  names: () => string[]
  note: (news: Exclude<DeltaNews, { type: 'warning' }>) => void
}

/** Of all deltas together; those of the newest files come first. */
const MOST_BYTES = 16 * 1024 * 1024

export function createDeltaBook(): DeltaBook {
  const made = new Map<string, Delta | undefined>()
  /** Digest of the file → header of whoever has the dictionary → delta. */
  let byFile = new Map<string, Map<string, Delta>>()
  let total = 0

  function add(name: string, delta: Delta | undefined): void {
    made.set(name, delta)
    if (!delta || total + delta.bytes.length > MOST_BYTES) return
    total += delta.bytes.length
    const [dictionary = '', file = ''] = name.split('-')
    byFile.set(file, (byFile.get(file) ?? new Map<string, Delta>()).set(headerOf(dictionary), delta))
  }

  function keepOnly(names: readonly string[]): void {
    const before = new Map(made)
    made.clear()
    byFile = new Map()
    total = 0
    for (const name of names) if (before.has(name)) add(name, before.get(name))
  }

  return {
    find: (sha256, available) => (typeof available === 'string' ? byFile.get(sha256)?.get(available) : undefined),
    names: () => [...made.keys()],
    note(news) {
      if (news.type === 'planned') return keepOnly(news.names)
      const [dictionary = ''] = news.name.split('-')
      add(news.name, news.bytes && { bytes: Buffer.from(news.bytes), dictionary })
    },
  }
}

/** A byte sequence of structured fields (RFC 9651, 3.3.5). Headers are compared as they are, and never parsed. */
function headerOf(digest: string): string {
  return `:${Buffer.from(digest, 'hex').toString('base64')}:`
}
