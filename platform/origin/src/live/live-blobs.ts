import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { messageOf } from '@platform/base/errors/refusal'
import { type BlobFolder, readBlobNow } from '@platform/compose/composition/blob-files'
import type { ComposedDocument } from '@platform/compose/composition/stored-headers'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Body } from '../http/representation'

export const DEFAULT_PAGE_MEMORY_BYTES = 64 * 1024 * 1024
const MADE_BYTES = 16 * 1024 * 1024

type StoredBody = Pick<ComposedDocument, 'sha256' | 'bytes' | 'br' | 'gzip'>

export type DocumentBodies = { identity: Body; br: Body; gzip: Body }

export type LiveBlobs = ReturnType<typeof createLiveBlobs>

export type SiteSource = { copy: SiteCopy; blobs: LiveBlobs }

/** @param mostBytes 0 keeps nothing */
export function createLiveBlobs(folder: BlobFolder, mostBytes: number, log: FastifyBaseLogger) {
  const hot = createMemory(mostBytes)
  const made = createMemory(MADE_BYTES)
  const damaged = new Set<string>()

  function readFromDisk(digest: string): Buffer {
    try {
      const content = readBlobNow(folder, digest)
      if (damaged.delete(digest)) log.info({ blob: folder.blob(digest) }, 'the blob is whole again')
      return content
    } catch (error) {
      if (!damaged.has(digest)) log.error({ reason: messageOf(error) }, 'a blob is damaged: its page cannot be shown')
      damaged.add(digest)
      throw error
    }
  }

  function read(digest: string): Buffer {
    const known = hot.get(digest)
    if (known) return known
    const content = readFromDisk(digest)
    hot.set(digest, content)
    return content
  }

  function makeOnce(key: string, make: () => Buffer): Buffer {
    const content = made.get(key) ?? make()
    made.set(key, content)
    return content
  }

  return {
    verify(digest: string): void {
      const content = readFromDisk(digest)
      // Verification must not evict requested blobs.
      if (hot.calculatedSize + content.length <= mostBytes) hot.set(digest, content)
    },
    damaged: damaged as ReadonlySet<string>,
    bodiesOf({ sha256, bytes, br, gzip }: StoredBody): DocumentBodies {
      const unpack = () => brotliDecompressSync(read(br), { maxOutputLength: Math.max(1, bytes) })
      const identity = { length: bytes, read: () => makeOnce(sha256, unpack) }
      const zip = () => makeOnce(`${sha256} gzip`, () => gzipSync(identity.read()))
      return { identity, br: bodyOf(() => read(br)), gzip: bodyOf(gzip === undefined ? zip : () => read(gzip)) }
    },
  }
}

function bodyOf(read: () => Buffer): Body {
  return {
    get length() {
      return read().length
    },
    read,
  }
}

export function createMemory(mostBytes: number): LRUCache<string, Buffer> {
  return new LRUCache({ maxSize: Math.max(1, mostBytes), sizeCalculation: ({ length }) => Math.max(1, length) })
}
