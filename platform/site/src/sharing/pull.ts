/** Copies rows and blobs of the shared store that this machine lacks, each verified before it takes its place. */
import { mkdir, readFile, rename, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { unpackFolder } from '@platform/base/archive/folder-archive'
import { sha256 } from '@platform/base/durable/digest'
import { inTemporaryFolder, removeWhole } from '@platform/base/durable/temporary'
import { messageOf, Refusal, succeeds } from '@platform/base/errors/refusal'
import { knownBlobsOf, listsOf, shownBlobsOf } from '@platform/compose/composition/composition'
import { type CompositionOutline, parseOutline, readOutline } from '@platform/compose/composition/composition-outline'
import { listReleases } from '@platform/release/folder-registry/releases'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { verifyEncodedFiles } from '@platform/release/verify/encode-files'
import { verifyRelease } from '@platform/release/verify/verify-release'
import { servedCompositions } from '../model/pointer'
import { createSiteFolders } from '../model/site-layout'
import type { SiteParts } from '../store/file/file-copy'
import { keepReserve } from '../store/file/site-leases'
import { listNumbers, numbersIn, type Row, type SiteStore, splitName, splitVersion } from '../store/site-store'
import { findNamed } from './share'
import { checkRow, findRowProblems, parseFacts, readManifest, rememberDocuments } from './signed-rows'
import { archiveChanged, readOneBlob } from './verify-parts'

/** `isOwn`: caused by this machine, such as a full disk. */
export type PullError = { message: string; isOwn: boolean }
export type Pulled = { available: number[]; errors: PullError[] }
export type PullOptions = {
  /** Verifies every local file and pulls damaged ones again. */
  isThorough?: boolean | undefined
  first?: readonly number[]
  onAvailable?: (number: number) => Promise<void>
}

/** @returns problems */
export async function pullDocuments({ copy, local, store }: SiteParts): Promise<string[]> {
  const documents = await store.read('document')
  const rows = [...documents, ...(await store.read('pin'))]
  const problems = await findRowProblems(copy, rows)
  for (const row of rows) {
    // A pin is never replaced: a version has one content for ever.
    const isHere = (await local.read(row.name)).some(({ content }) => content === row.content)
    if (!isHere && !problems.has(row.name)) await local.swap({ rows: [row] })
  }
  await rememberDocuments(
    copy,
    documents.filter(({ name }) => !problems.has(name)),
  )
  return [...problems.values()]
}

type Pull = Awaited<ReturnType<typeof startPull>>

async function startPull(parts: SiteParts, isThorough = false) {
  await createSiteFolders(parts.copy)
  await keepReserve(parts.copy)
  const releases = new Map((await parts.store.read('release')).map((row) => [splitName(row.name)[1], row]))
  const compositions = new Map((await parts.store.read('composition')).map((row) => [row.name, row]))
  const pulled = new Map<string, Promise<void>>()
  return {
    ...parts,
    isThorough,
    compositions,
    releases: [...releases.keys()],
    looked: new Set<string>(),
    pullRelease(release: string): Promise<void> {
      const row = releases.get(release)
      const pulling = pulled.get(release) ?? (row ? pullRelease(parts, row, isThorough) : Promise.resolve())
      pulled.set(release, pulling)
      return pulling
    },
  }
}

export async function pullAll(
  parts: SiteParts,
  { isThorough, first = [], onAvailable }: PullOptions = {},
): Promise<Pulled> {
  const pull = await startPull(parts, isThorough)
  const errors: PullError[] = []
  const succeeded = (work: Promise<void>) =>
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
  const kept = numbersIn([...pull.compositions.values()])
  const isFirst = (number: number) => first.includes(number)
  // Sequential: the memory holds one archive at a time.
  for (const number of [...kept.filter(isFirst), ...kept.filter((it) => !isFirst(it))]) {
    if (!(await succeeded(pullComposition(pull, number)))) continue
    available.push(number)
    await onAvailable?.(number)
  }
  for (const release of pull.releases) await succeeded(pull.pullRelease(release))
  return { available, errors }
}

export async function pullOne(parts: SiteParts, number: number): Promise<void> {
  await pullComposition(await startPull(parts), number)
}

async function pullComposition(pull: Pull, number: number): Promise<void> {
  const { copy } = pull
  await pullPages(pull, number)
  const { releases } = await readOutline(copy, number)
  for (const [name, { version, digest }] of Object.entries(releases)) {
    const [pulled] = await Promise.allSettled([pull.pullRelease(`${name}@${version}`)])
    // A local release is known by its digest, even if its row is damaged or gone.
    if ((await digestOf(path.join(copy.release(name, version), RELEASE_FILE))) === digest) continue
    if (pulled.status === 'rejected') throw pulled.reason
    throw new Refusal(`Composition ${number} needs ${name}@${version}, which is not whole`)
  }
}

async function pullPages(pull: Pull, number: number): Promise<void> {
  const { store, local, copy, isThorough, compositions } = pull
  const name = `composition/${number}`
  const listed = compositions.get(name)
  const [here] = await local.read(name).catch(() => [])
  if (!here || sha256(here.content) !== listed?.content) {
    const { row, outline } = await readManifest(store, copy, number)
    await pullBlobs(pull, outline)
    await local.swap({ rows: [row] })
    return
  }
  await copy.checkComposition(number, here.content, listed.signature ?? undefined)
  if (isThorough) await pullBlobs(pull, parseOutline(here.content, name))
  if (here.signature !== listed.signature) await local.swap({ rows: [{ ...here, signature: listed.signature }] })
}

async function pullBlobs({ store, local, isThorough, looked }: Pull, outline: CompositionOutline): Promise<void> {
  const pullMissing = async (digests: readonly string[]) => {
    const missing = await local.findDamage(
      digests.filter((digest) => !looked.has(digest)),
      isThorough,
    )
    for await (const blobs of store.getBlobs([...missing.keys()])) await local.putBlobs(blobs)
    for (const digest of digests) looked.add(digest)
  }
  await pullMissing(listsOf(outline))
  await pullMissing(await shownBlobsOf((digest) => readOneBlob(local, digest), outline))
  // Only the next activation needs these, and it can recreate them.
  for (const digest of knownBlobsOf(outline)) await pullMissing([digest]).catch(() => {})
}

async function pullRelease({ store, copy }: SiteParts, row: Row, isThorough: boolean): Promise<void> {
  await checkRow(copy, row)
  const { digest, publishedAt } = parseFacts(row)
  const target = copy.release(...splitVersion(splitName(row.name)[1]))
  const file = path.join(target, RELEASE_FILE)
  const isSame = (await digestOf(file)) === digest
  const isHere = isSame && (!isThorough || (await succeeds(checkReleaseFolder(row, target))))
  // Not synced: after a power cut the thorough check pulls it again.
  if (!isHere) {
    await inTemporaryFolder(copy, 'unpack', async (temporary) => {
      await unpackRelease(store, row, temporary)
      await removeWhole(copy, target)
      await mkdir(path.dirname(target), { recursive: true })
      await rename(temporary, target)
    })
  }
  // `latest` is the release published last, on any machine.
  await utimes(file, publishedAt, publishedAt)
}

export async function unpackRelease(store: SiteStore, row: Row, folder: string): Promise<void> {
  const [, release] = splitName(row.name)
  const archive = await readOneBlob(store, row.archive ?? '').catch((error: unknown) => {
    throw error instanceof Refusal ? archiveChanged(release) : error
  })
  await unpackFolder(archive, folder).catch((cause: unknown) => {
    // A system error is this machine's fault; any other is the archive's.
    if (Object(cause).syscall !== undefined) throw cause
    throw new Refusal(`The archive of ${release} cannot be unpacked: ${messageOf(cause)}`, { cause })
  })
  await checkReleaseFolder(row, folder)
}

async function checkReleaseFolder(row: Row, folder: string): Promise<void> {
  const verified = await verifyRelease(folder)
  if (verified.digest !== parseFacts(row).digest) {
    throw new Refusal(`The archive of ${splitName(row.name)[1]} holds another release`)
  }
  await verifyEncodedFiles(folder, verified.release)
}

async function digestOf(file: string): Promise<string | undefined> {
  return readFile(file).then(sha256, () => undefined)
}

const YOUNG_MS = 24 * 60 * 60 * 1_000

/** Deletes what the shared store has deleted, a day later: an operator here may be at work on something new. */
export async function dropForgotten({ copy, local, store }: SiteParts): Promise<void> {
  const numbers = [...(await listNumbers(store)), ...servedCompositions(await copy.readPointer())]
  const releases = (await store.read('release')).map(({ name }) => name)
  const kept = new Set([...numbers.map((number) => `composition/${number}`), ...releases])
  for (const number of await listNumbers(local)) {
    const outline = await readOutline(copy, number).catch(() => undefined)
    for (const [name, { version }] of Object.entries(outline?.releases ?? {})) kept.add(`release/${name}@${version}`)
  }
  const here = [
    ...(await local.read('composition')).map(({ name }) => ({
      name,
      folder: copy.composition(Number(splitName(name)[1])),
    })),
    ...(await listReleases(copy)).map((it) => ({
      name: `release/${it.package}@${it.version}`,
      folder: copy.release(it.package, it.version),
    })),
  ]
  const isOld = async (folder: string) => Date.now() - (await stat(folder)).mtimeMs > YOUNG_MS
  for (const { name, folder } of here) if (!kept.has(name) && (await isOld(folder))) await local.drop([name])
  await local.drop([], await findNamed(copy, local))
}
