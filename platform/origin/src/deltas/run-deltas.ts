import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { publishFile, writeDurably } from '@platform/base/durable/durable'
import { temporaryName } from '@platform/base/durable/temporary'
import { messageOf } from '@platform/base/errors/refusal'
import { type Composition, readComposition } from '@platform/compose/composition/composition'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { readReleaseFile } from '@platform/release/manifest/release-file'
import { readEncodedFile } from '@platform/release/verify/encode-files'
import type { SiteLayout } from '@platform/site/model/site-layout'
import type { SiteCopy } from '@platform/site/store/site-store'
import { type DeltaPair, deltasFolder, nameOf, planDeltas } from './plan-deltas'
import { openZstd, type Zstd } from './zstd'

const RECENT = 10

export type DeltaRequest = {
  shown: readonly number[]
  known: readonly string[]
}
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
  const pairs = await planDeltas(copy, {
    shown: await readAll(copy, shown),
    recent: await recentCompositions(copy, shown),
    keys: await copy.readKeys(),
  })
  const names = pairs.map(nameOf)
  notify({ type: 'planned', names })
  await deleteOthers(copy, names)
  const isKnown = new Set(known)
  const missing = pairs.filter((pair) => !isKnown.has(nameOf(pair)))
  if (missing.length === 0) return
  const zstd = await open()
  for (const pair of missing) {
    try {
      const { bytes, warning } = await makeDelta(copy, zstd, pair)
      notify({ type: 'made', name: nameOf(pair), ...(bytes && { bytes }) })
      if (warning) notify({ type: 'warning', message: warning })
    } catch (error) {
      notify({ type: 'warning', message: messageOf(error) })
    }
  }
}

async function recentCompositions(copy: SiteCopy, shown: readonly number[]): Promise<Composition[]> {
  const recent = await readAll(copy, shown)
  for (const number of await listCompositions(copy)) {
    if (recent.length >= RECENT + shown.length) break
    const composition = shown.includes(number) ? undefined : await read(copy, number)
    if (composition && !composition.isPreview) recent.push(composition)
  }
  return recent
}

async function readAll(copy: SiteCopy, numbers: readonly number[]): Promise<Composition[]> {
  const all = await Promise.all(numbers.map((number) => read(copy, number)))
  return all.filter((it) => it !== undefined)
}

function read(copy: SiteCopy, number: number): Promise<Composition | undefined> {
  return readComposition(copy, number).catch(() => undefined)
}

async function deleteOthers(copy: SiteCopy, names: readonly string[]): Promise<void> {
  const deltas = deltasFolder(copy)
  const wanted = new Set(names.map((name) => `${name}.dcz`))
  for (const file of await readdir(deltas).catch(() => [])) {
    if (!wanted.has(file)) await rm(path.join(deltas, file), { force: true }).catch(() => {})
  }
}

/** Skippable Zstandard frame: 32 bytes with the dictionary's SHA-256 (RFC 9842, 5). */
const START = Buffer.from('5e2a4d1820000000', 'hex')
const HEADER_BYTES = START.length + 32
/** Magic number of a trained dictionary; browsers use every one as raw bytes (RFC 8878, 5). */
const TRAINED = Buffer.from('37a430ec', 'hex')
const FRAME = Buffer.from('28b52ffd', 'hex')

export function packDelta(zstd: Zstd, dictionary: Buffer, content: Buffer): Buffer | undefined {
  if (dictionary.subarray(0, TRAINED.length).equals(TRAINED)) return undefined
  const delta = Buffer.concat([headerFor(dictionary), zstd.compress(content, dictionary)])
  return makes(zstd, delta, dictionary, content) ? delta : undefined
}

export function makes(zstd: Zstd, delta: Buffer, dictionary: Buffer, content: Buffer): boolean {
  const frame = delta.subarray(HEADER_BYTES)
  const isFor = delta.subarray(0, HEADER_BYTES).equals(headerFor(dictionary))
  // Checked first: decompression allocates the memory that a frame declares.
  if (!isFor || declaredBytes(frame) !== content.length) return false
  try {
    return content.equals(zstd.decompress(frame, dictionary))
  } catch {
    return false
  }
}

function headerFor(dictionary: Buffer): Buffer {
  return Buffer.concat([START, createHash('sha256').update(dictionary).digest()])
}

/** RFC 8878, 3.1.1.1. */
function declaredBytes(frame: Buffer): number | undefined {
  const descriptor = frame[FRAME.length]
  if (descriptor === undefined || !frame.subarray(0, FRAME.length).equals(FRAME)) return undefined
  const isSingle = (descriptor & 0x20) !== 0
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  const start = FRAME.length + 1 + (isSingle ? 0 : 1) + dictionaryBytes
  if (sizeBytes === 0 || sizeBytes === 8 || frame.length < start + sizeBytes) return undefined
  return frame.readUIntLE(start, sizeBytes) + (sizeBytes === 2 ? 256 : 0)
}

type MadeDelta = {
  bytes?: Buffer
  warning?: string
}

async function makeDelta(layout: SiteLayout, zstd: Zstd, { from, to }: DeltaPair): Promise<MadeDelta> {
  const dictionary = await readReleaseFile(from.folder, from.file, from.expected)
  const content = await readReleaseFile(to.folder, to.file, to.expected)
  const plainBytes = await smallestForm(to)
  const file = path.join(deltasFolder(layout), `${nameOf({ from, to })}.dcz`)
  const kept = await readFile(file).catch(() => undefined)
  if (kept && kept.length < plainBytes && makes(zstd, kept, dictionary, content)) return { bytes: kept }
  const bytes = packDelta(zstd, dictionary, content)
  if (!bytes || bytes.length >= plainBytes) return {}
  const warning = await keep(layout, file, bytes).then(() => undefined, messageOf)
  return { bytes, ...(warning && { warning }) }
}

async function smallestForm({ folder, file, expected }: DeltaPair['to']): Promise<number> {
  const encoded = await readEncodedFile(folder, file, expected.sha256).catch(() => undefined)
  return Math.min(expected.bytes, encoded?.br.length ?? expected.bytes, encoded?.gzip.length ?? expected.bytes)
}

async function keep({ temporary }: SiteLayout, file: string, bytes: Buffer): Promise<void> {
  const unfinished = path.join(temporary, temporaryName('delta'))
  try {
    await writeDurably(unfinished, bytes)
    await publishFile(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}
