import { createHash } from 'node:crypto'
import { compressUsingDict, createCCtx, createDCtx, decompressUsingDict, init } from '@bokuweb/zstd-wasm'
import { messageOf } from '@platform/base/errors/refusal'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { type CompositionOutline, readOutlines } from '@platform/compose/composition/composition-outline'
import { readReleaseFile } from '@platform/release/manifest/release-file'
import { readEncodedFile } from '@platform/release/verify/encode-files'
import { isSignedByRevoked } from '@platform/site/model/revoked-releases'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import { type BrowserFile, browserFilesOf, readNamedRelease } from '../live/index-files'
import { assetPattern } from './delta-form'

const RECENT = 10
/** Larger files would take seconds each. */
const MOST_BYTES = 4 * 1024 * 1024

export type DeltaRequest = { shown: readonly number[]; known: readonly string[] }
export type DeltaNews =
  | { type: 'planned'; names: string[] }
  /** Absent when the delta saves too little. */
  | { type: 'made'; name: string; bytes?: Uint8Array }
  | { type: 'warning'; message: string }

export async function runDeltas(
  copy: SiteCopy,
  { shown, known }: DeltaRequest,
  notify: (news: DeltaNews) => void,
  open: () => Promise<Zstd> = openZstd,
): Promise<void> {
  const pairs = await planDeltas(copy, shown)
  notify({ type: 'planned', names: [...pairs.keys()] })
  const missing = [...pairs].filter(([name]) => !known.includes(name))
  if (missing.length === 0) return
  const zstd = await open()
  for (const [name, pair] of missing) {
    try {
      const bytes = await makeDelta(zstd, pair)
      notify({ type: 'made', name, ...(bytes && { bytes }) })
    } catch (error) {
      notify({ type: 'warning', message: messageOf(error) })
    }
  }
}

type DeltaPair = { from: BrowserFile; to: BrowserFile }

/** Files of revoked releases are no dictionaries. */
async function planDeltas(copy: SiteCopy, shown: readonly number[]): Promise<Map<string, DeltaPair>> {
  const keys = await copy.readKeys()
  const outlines = await readOutlines(copy, await listCompositions(copy))
  const live = outlines.filter(({ number }) => shown.includes(number))
  const others = outlines.filter(({ number, isPreview }) => !shown.includes(number) && !isPreview)
  const wanted = await readFiles(copy, live, () => true)
  const recent = [...live, ...others.slice(0, RECENT)]
  const pairs = new Map<string, DeltaPair>()
  for (const from of await readFiles(copy, recent, (it, name) => !isSignedByRevoked(it, name, keys))) {
    for (const to of wanted.filter(({ pattern }) => pattern === from.pattern)) {
      const name = `${from.expected.sha256}-${to.expected.sha256}`
      if (from.expected.sha256 !== to.expected.sha256 && !pairs.has(name)) pairs.set(name, { from, to })
    }
  }
  return pairs
}

/** Reads each release once. */
async function readFiles(
  copy: SiteCopy,
  compositions: readonly CompositionOutline[],
  isWanted: (of: CompositionOutline, name: string) => boolean,
) {
  const releases = new Map(
    compositions.flatMap((it) =>
      Object.entries(it.releases)
        .filter(([name]) => isWanted(it, name))
        .map(([name, named]) => [`${name}@${named.version} ${named.digest}`, { name, named }]),
    ),
  )
  const files = await Promise.all(
    [...releases.values()].map(({ name, named }) => readNamedRelease(copy, name, named).then(browserFilesOf, () => [])),
  )
  return files
    .flat()
    .map((file) => ({ ...file, pattern: assetPattern(file.url) }))
    .filter(({ pattern, expected }) => pattern && expected.bytes <= MOST_BYTES)
}

async function makeDelta(zstd: Zstd, { from, to }: DeltaPair): Promise<Buffer | undefined> {
  const dictionary = await readReleaseFile(from.folder, from.file, from.expected)
  const content = await readReleaseFile(to.folder, to.file, to.expected)
  const encoded = await readEncodedFile(to.folder, to.file, to.expected.sha256).catch(() => undefined)
  const plainBytes = Math.min(content.length, encoded?.br.length ?? content.length)
  const delta = packDelta(zstd, dictionary, content)
  return delta && delta.length < plainBytes ? delta : undefined
}

/** Skippable Zstandard frame: 32 bytes with the dictionary's SHA-256 (RFC 9842, 5). */
const START = Buffer.from('5e2a4d1820000000', 'hex')
/** Magic number of a trained dictionary; browsers use every one as raw bytes (RFC 8878, 5). */
const TRAINED = Buffer.from('37a430ec', 'hex')

export function packDelta(zstd: Zstd, dictionary: Buffer, content: Buffer): Buffer | undefined {
  if (dictionary.subarray(0, TRAINED.length).equals(TRAINED)) return undefined
  const frame = zstd.compress(content, dictionary)
  if (!content.equals(zstd.decompress(frame, dictionary))) return undefined
  return Buffer.concat([START, createHash('sha256').update(dictionary).digest(), frame])
}

/** Zstandard with a raw dictionary (RFC 8878, 5). */
export type Zstd = {
  compress: (content: Uint8Array, dictionary: Uint8Array) => Uint8Array
  decompress: (frame: Uint8Array, dictionary: Uint8Array) => Uint8Array
}

/** Five times slower than level 9, with deltas of half the size. */
const LEVEL = 19

let opened: Promise<Zstd> | undefined

export function openZstd(): Promise<Zstd> {
  opened ??= initialise()
  return opened
}

/** WebAssembly, because Node 20 has no Zstandard. */
async function initialise(): Promise<Zstd> {
  await init()
  const [packing, unpacking] = [createCCtx(), createDCtx()]
  return {
    compress: (content, dictionary) => compressUsingDict(packing, content, dictionary, LEVEL),
    decompress: (frame, dictionary) => decompressUsingDict(unpacking, frame, dictionary),
  }
}
