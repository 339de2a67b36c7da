import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { packFolder, unpackFolder } from '@platform/base/archive/folder-archive'
import { sha256 } from '@platform/base/durable/digest'
import { messageOf, Refusal, succeeds } from '@platform/base/errors/refusal'
import { readBlob } from '@platform/compose/composition/blob-files'
import { knownBlobsOf, shownBlobsOf } from '@platform/compose/composition/composition'
import { COMPOSITION_SIGNATURE_FILE, readCompositionJson } from '@platform/compose/composition/composition-folder'
import { type CompositionOutline, parseOutline, readOutline } from '@platform/compose/composition/composition-outline'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { verifyEncodedFiles } from '@platform/release/verify/encode-files'
import { verifyRelease } from '@platform/release/verify/verify-release'
import { requireSigner } from '../../signatures/signatures'
import { partsOf } from '../file/file-site-store'
import type { SiteCopy } from '../site-store'
import { addBlobs, readBlobRow, verifyBlobRows } from './blob-rows'
import type { StoreDatabase } from './connect-store'
import { COLUMNS, checkRow, findRow, type SignedRow, signRow, splitName, swapRow } from './documents'
import { readTime } from './live-row'

export type ReleaseFacts = { digest: string; publishedAt: Date }

/** Includes the time, because it decides `latest`. */
export function serialiseFacts({ digest, publishedAt }: ReleaseFacts): string {
  return JSON.stringify([digest, publishedAt.toISOString()])
}

export function parseFacts({ content }: SignedRow): ReleaseFacts {
  const [digest, publishedAt] = JSON.parse(content)
  return { digest, publishedAt: new Date(publishedAt) }
}

/** @param isNew uses the database's clock instead of the file's time */
export async function addRelease(
  database: StoreDatabase,
  copy: SiteCopy,
  release: string,
  folder: string,
  { isNew = false } = {},
): Promise<void> {
  const file = path.join(folder, RELEASE_FILE)
  const digest = sha256(await readFile(file))
  const { mtime } = await stat(file)
  const name = `release/${release}`
  const row = await findRow(database, name)
  const known = row && parseFacts(row)
  if (known && known.digest !== digest) {
    throw new Refusal(`${release} is already published with other content. Give the new build a new version.`)
  }
  const now = await readTime(database)
  const times = isNew ? [now] : [mtime < now ? mtime : now, known?.publishedAt ?? mtime]
  const publishedAt = new Date(Math.max(...times.map(Number)))
  const isSame = row && !isNew && Number(known?.publishedAt) === Number(publishedAt)
  const isSigned = isSame && (await succeeds(checkRow(copy, row)))
  if (isSigned) return
  const signer = await requireSigner(copy.signatures)
  const content = serialiseFacts({ digest, publishedAt })
  if (row) {
    const next = { ...row, content, revision: row.revision + 1 }
    await swapRow(database, signRow(signer, next), row.revision)
    return
  }
  const bytes = await packFolder(folder)
  const archive = sha256(bytes)
  await database.query(
    `with kept as (insert into site_blobs (digest, content) values ($1, $2)
       on conflict (digest) do update set content = excluded.content)
     insert into site_documents (name, content, revision, signature, archive)
     select name, content, revision, signature, archive from json_to_recordset($3) as it (${COLUMNS}) on conflict do nothing`,
    [archive, bytes, JSON.stringify([signRow(signer, { name, content, revision: 1, archive })])],
  )
}

export async function addComposition(database: StoreDatabase, copy: SiteCopy, number: number): Promise<boolean> {
  const folder = copy.composition(number)
  const name = `composition/${number}`
  const known = await findRow(database, name)
  const json = await readCompositionJson(folder).catch(() => undefined)
  if (known && json !== undefined && json !== known.content) {
    throw new Error(`The database has another composition ${number}`)
  }
  if (known) return false
  const composition = await readOutline(copy, number)
  for (const [packageName, { version }] of Object.entries(composition.releases)) {
    await addRelease(database, copy, `${packageName}@${version}`, copy.release(packageName, version))
  }
  const blobs = [...(await shownBlobsOf((blob) => readBlob(copy, blob), composition)), ...knownBlobsOf(composition)]
  await addBlobs(database, copy, blobs)
  const manifest = await readCompositionJson(folder)
  const signature = await readFile(path.join(folder, COMPOSITION_SIGNATURE_FILE), 'utf8')
  const added = await database.query(
    `insert into site_documents (name, content, signature) select $1, $2, $3
     where (select count(*) from site_blobs where site_blobs.digest = any ($4)) = cardinality($4::text[]) returning name`,
    [name, manifest, signature.trim(), blobs],
  )
  if (added.length === 0) throw new Error(`Blobs of composition ${number} were deleted while it was added`)
  return true
}

export type Manifest = { json: string; signature: string; outline: CompositionOutline }

export async function readManifest(database: StoreDatabase, copy: SiteCopy, number: number): Promise<Manifest> {
  const row = await findRow(database, `composition/${number}`)
  if (!row) throw new Refusal(`The database no longer has composition ${number}`)
  await checkRow(copy, row)
  const { content: json, signature } = row
  return { json, signature: signature ?? '', outline: parseOutline(json, `Composition ${number}`) }
}

/** Verifies inside the database, so that no bytes travel. */
export async function verifyArchives(
  database: StoreDatabase,
  composition: CompositionOutline,
  shown?: CompositionOutline,
): Promise<void> {
  const { number } = composition
  const kept = await database.query('select from site_documents where name = $1', [`composition/${number}`])
  if (kept.length === 0) throw new Refusal(`The database no longer has composition ${number}`)
  const { blobs, releases } = await partsOf((digest) => readBlobRow(database, digest), composition, shown)
  await verifyBlobRows(database, blobs)
  for (const [packageName, { version, digest }] of Object.entries(releases)) {
    const release = `${packageName}@${version}`
    const row = await findRow(database, `release/${release}`)
    if (!row) throw new Refusal(`The database no longer has ${release}`)
    const isSame = parseFacts(row).digest === digest
    const isWhole = isSame && (await succeeds(verifyBlobRows(database, [row.archive ?? ''])))
    if (!isWhole) throw changed(release)
  }
}

export async function unpackRelease(database: StoreDatabase, row: SignedRow, folder: string): Promise<void> {
  const [, release] = splitName(row.name)
  const archive = await readBlobRow(database, row.archive ?? '').catch((error: unknown) => {
    throw error instanceof Refusal ? changed(release) : error
  })
  await unpackFolder(archive, folder).catch((cause: unknown) => {
    // A system error is this machine's fault; any other is the archive's.
    if (Object(cause).syscall !== undefined) throw cause
    throw new Refusal(`The archive of ${release} cannot be unpacked: ${messageOf(cause)}`, { cause })
  })
  await checkReleaseFolder(row, folder)
}

export async function checkReleaseFolder(row: SignedRow, folder: string): Promise<void> {
  const verified = await verifyRelease(folder)
  if (verified.digest !== parseFacts(row).digest) {
    throw new Refusal(`The archive of ${splitName(row.name)[1]} holds another release`)
  }
  await verifyEncodedFiles(folder, verified.release)
}

function changed(name: string): Refusal {
  return new Refusal(`The archive of ${name} in the database does not match its digest: it was changed`)
}
