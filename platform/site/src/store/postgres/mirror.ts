import { mkdir, readFile, rename, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { publishFolder, replaceFile, writeDurably } from '@platform/base/durable/durable'
import { inTemporaryFolder, removeWhole } from '@platform/base/durable/temporary'
import { messageOf, Refusal, succeeds } from '@platform/base/errors/refusal'
import { isWhole, listBlobs, readBlob, writeBlobs } from '@platform/compose/composition/blob-files'
import { knownBlobsOf, listsOf, shownBlobsOf } from '@platform/compose/composition/composition'
import {
  COMPOSITION_SIGNATURE_FILE,
  listCompositions,
  readCompositionJson,
  writeCompositionJson,
} from '@platform/compose/composition/composition-folder'
import { type CompositionOutline, parseOutline, readOutline } from '@platform/compose/composition/composition-outline'
import { listReleases } from '@platform/release/folder-registry/releases'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { servedCompositions } from '../../model/pointer'
import { createSiteFolders } from '../../model/site-layout'
import { dropUnnamed } from '../file/file-site-store'
import { keepReserve } from '../file/site-leases'
import type { SiteCopy } from '../site-store'
import { checkReleaseFolder, parseFacts, readManifest, unpackRelease } from './archives'
import { listNumbers, readBlobRows } from './blob-rows'
import type { StoreDatabase } from './connect-store'
import { checkRow, listRows, type SignedRow, splitName, splitVersion } from './documents'

/** `isOwn`: caused by this machine, such as a full disk. */
export type PullError = { message: string; isOwn: boolean }
export type Mirrored = { available: number[]; errors: PullError[] }
export type MirrorOptions = {
  /** Verifies every local file and pulls damaged ones again. */
  isThorough?: boolean | undefined
  first?: readonly number[]
  onAvailable?: (number: number) => Promise<void>
}

type Mirror = Pick<MirrorOptions, 'isThorough'> & {
  database: StoreDatabase
  copy: SiteCopy
  pull: (release: string) => Promise<void>
  here: Set<string>
  looked: Set<string>
}

async function createMirror(database: StoreDatabase, copy: SiteCopy, isThorough?: boolean) {
  await createSiteFolders(copy)
  const releases = new Map((await listRows(database, 'release')).map((row) => [splitName(row.name)[1], row]))
  const pulled = new Map<string, Promise<void>>()
  const mirror: Mirror = {
    isThorough,
    database,
    copy,
    looked: new Set(),
    here: await listBlobs(copy),
    pull(release) {
      const row = releases.get(release)
      const pulling = pulled.get(release) ?? (row ? pullRelease(mirror, row) : Promise.resolve())
      pulled.set(release, pulling)
      return pulling
    },
  }
  return { mirror, releases }
}

/** Verifies each in a temporary folder and renames it into place; skips damaged ones. */
export async function mirrorStore(
  database: StoreDatabase,
  copy: SiteCopy,
  { isThorough, first = [], onAvailable }: MirrorOptions = {},
): Promise<Mirrored> {
  const { mirror, releases } = await createMirror(database, copy, isThorough)
  await keepReserve(copy)
  const errors: PullError[] = []
  const tried = (work: Promise<void>) =>
    work.then(
      () => true,
      (error: unknown) => {
        const message = messageOf(error)
        const isKnown = errors.some((known) => known.message === message)
        if (!isKnown) errors.push({ message, isOwn: !(error instanceof Refusal) })
        return false
      },
    )
  const available: number[] = []
  const kept = await listNumbers(database)
  const isFirst = (number: number) => first.includes(number)
  // Sequential: the memory holds one archive at a time.
  for (const number of [...kept.filter(isFirst), ...kept.filter((it) => !isFirst(it))]) {
    if (!(await tried(pullComposition(mirror, number)))) continue
    available.push(number)
    await onAvailable?.(number)
  }
  for (const release of releases.keys()) await tried(mirror.pull(release))
  return { available, errors }
}

export async function mirrorComposition(database: StoreDatabase, copy: SiteCopy, number: number): Promise<void> {
  const { mirror } = await createMirror(database, copy)
  await pullComposition(mirror, number)
}

async function pullRelease({ database, copy, isThorough }: Mirror, row: SignedRow): Promise<void> {
  await checkRow(copy, row)
  const { digest, publishedAt } = parseFacts(row)
  const target = copy.release(...splitVersion(splitName(row.name)[1]))
  const file = path.join(target, RELEASE_FILE)
  const isSame = (await digestOf(file)) === digest
  const isHere = isSame && (!isThorough || (await succeeds(checkReleaseFolder(row, target))))
  // Not synced: after a power cut the thorough check pulls it again.
  if (!isHere) {
    await inTemporaryFolder(copy, 'unpack', async (temporary) => {
      await unpackRelease(database, row, temporary)
      await removeWhole(copy, target)
      await mkdir(path.dirname(target), { recursive: true })
      await rename(temporary, target)
    })
  }
  // `latest` is the release published last, on any machine.
  await utimes(file, publishedAt, publishedAt)
}

async function pullComposition(mirror: Mirror, number: number): Promise<void> {
  const { copy, pull } = mirror
  await pullPages(mirror, number)
  const { releases } = await readOutline(copy, number)
  for (const [name, { version, digest }] of Object.entries(releases)) {
    const failure = await pull(`${name}@${version}`).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    // A local release is known by its digest, even if its row is damaged or gone.
    if ((await digestOf(path.join(copy.release(name, version), RELEASE_FILE))) === digest) continue
    if (failure) throw failure.error
    throw new Refusal(`Composition ${number} needs ${name}@${version}, which is not whole`)
  }
}

async function pullPages(mirror: Mirror, number: number): Promise<void> {
  const { database, copy, isThorough } = mirror
  const target = copy.composition(number)
  const here = await readCompositionJson(target).catch(() => undefined)
  const [same] = await database.query<{ signature: string | null }>(
    `select signature from site_documents where name = $1 and encode(sha256(convert_to(content, 'UTF8')), 'hex') = $2`,
    [`composition/${number}`, sha256(here ?? '')],
  )
  if (same && here !== undefined) {
    await copy.checkComposition(number, here, same.signature ?? undefined)
    if (isThorough) await pullAllBlobs(mirror, parseOutline(here, target))
    return keepSignature(target, same.signature ?? '')
  }
  const { json, signature, outline } = await readManifest(database, copy, number)
  await pullAllBlobs(mirror, outline)
  await inTemporaryFolder(copy, 'unpack', async (temporary) => {
    await writeCompositionJson(temporary, json)
    await writeDurably(path.join(temporary, COMPOSITION_SIGNATURE_FILE), `${signature}\n`)
    await removeWhole(copy, target)
    await publishFolder(temporary, target)
  })
}

async function pullAllBlobs(mirror: Mirror, outline: CompositionOutline): Promise<void> {
  await pullBlobs(mirror, listsOf(outline))
  await pullBlobs(mirror, await shownBlobsOf((digest) => readBlob(mirror.copy, digest), outline))
  // Only the next activation needs these, and it can recreate them.
  for (const digest of knownBlobsOf(outline)) await pullBlobs(mirror, [digest]).catch(() => {})
}

async function pullBlobs(
  { database, copy, isThorough, here, looked }: Mirror,
  digests: readonly string[],
): Promise<void> {
  const missing: string[] = []
  for (const digest of digests) {
    if (looked.has(digest)) continue
    if (!here.has(digest) || (isThorough && !(await isWhole(copy, digest)))) missing.push(digest)
    else looked.add(digest)
  }
  for await (const blobs of readBlobRows(database, missing)) {
    await writeBlobs(copy, blobs)
    for (const { digest } of blobs) looked.add(digest)
  }
}

async function keepSignature(folder: string, signature: string): Promise<void> {
  const file = path.join(folder, COMPOSITION_SIGNATURE_FILE)
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known?.trim() !== signature) await replaceFile(file, `${signature}\n`)
}

async function digestOf(file: string): Promise<string | undefined> {
  return readFile(file).then(sha256, () => undefined)
}

const YOUNG_MS = 24 * 60 * 60 * 1_000

export async function dropForgotten(database: StoreDatabase, copy: SiteCopy): Promise<void> {
  const kept = [...(await listNumbers(database)), ...servedCompositions(await copy.readPointer())]
  for (const number of await listCompositions(copy)) {
    if (!kept.includes(number)) await removeOld(copy, copy.composition(number))
  }
  await dropUnnamed(copy, YOUNG_MS)
  const named = new Set((await listRows(database, 'release')).map(({ name }) => splitName(name)[1]))
  for (const number of await listCompositions(copy)) {
    const composition = await readOutline(copy, number).catch(() => undefined)
    for (const [name, { version }] of Object.entries(composition?.releases ?? {})) named.add(`${name}@${version}`)
  }
  for (const { package: name, version } of await listReleases(copy)) {
    if (!named.has(`${name}@${version}`)) await removeOld(copy, copy.release(name, version))
  }
}

async function removeOld(copy: SiteCopy, folder: string): Promise<void> {
  if (Date.now() - (await stat(folder)).mtimeMs > YOUNG_MS) await removeWhole(copy, folder)
}
