import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { packFolder } from '@platform/base/archive/folder-archive'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import { readBlob } from '@platform/compose/composition/blob-files'
import { knownBlobsOf, shownBlobsOf } from '@platform/compose/composition/composition'
import { COMPOSITION_SIGNATURE_FILE, readCompositionJson } from '@platform/compose/composition/composition-folder'
import { type CompositionOutline, parseOutline, readOutline } from '@platform/compose/composition/composition-outline'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { partsOf } from '../../model/composed-parts'
import { isSigned, requireSigner } from '../../signatures/signatures'
import type { SiteCopy } from '../site-copy'
import { addBlobs, readBlobRow, verifyBlobRows } from './blob-rows'
import type { StoreDatabase } from './connect-store'
import { readTime } from './live-row'
import { type ReleaseFacts, releaseStatement } from './signed-rows'

export type KeptRelease = ReleaseFacts & { signature: string | null }
export type KeptComposition = { number: number; digest: string; signature: string | null }
/** `name`: of what it holds, for whoever is told of it. */
export type Archive = { archive: Buffer; name: string }

const RELEASE_COLUMNS = 'package, version, digest, published_at as "publishedAt", signature'

export function listKeptReleases(database: StoreDatabase): Promise<KeptRelease[]> {
  return database.query(`select ${RELEASE_COLUMNS} from site_releases`)
}

export function listKeptCompositions(database: StoreDatabase): Promise<KeptComposition[]> {
  return database.query('select number, digest, signature from site_compositions order by number desc')
}

/**
 * Keeps a release of this copy, signed by the operator. When it was published is told by the database's clock, which is the
 * same for all machines.
 * @param isNew published just now; else when its file says, which may not be later than now
 * @throws Refusal when the database has other content under the same version, or the operator's key is not here
 */
export async function addRelease(
  database: StoreDatabase,
  copy: SiteCopy,
  name: string,
  version: string,
  { isNew = false } = {},
): Promise<void> {
  const folder = copy.release(name, version)
  const file = path.join(folder, RELEASE_FILE)
  const digest = sha256(await readFile(file))
  const { mtime } = await stat(file)
  const find = `select ${RELEASE_COLUMNS} from site_releases where package = $1 and version = $2`
  const [known] = await database.query<KeptRelease>(find, [name, version])
  if (known && known.digest !== digest) {
    throw new Refusal(`${name}@${version} is already published with other content. Give the new build a new version.`)
  }
  const now = await readTime(database)
  const times = isNew ? [now] : [mtime < now ? mtime : now, known?.publishedAt ?? mtime]
  const publishedAt = new Date(Math.max(...times.map(Number)))
  if (!isNew && known && Number(known.publishedAt) === Number(publishedAt) && (await isBelieved(copy, known))) return
  const signer = await requireSigner(copy.signatures)
  const signature = signer.sign(releaseStatement({ package: name, version, digest, publishedAt }))
  if (known) {
    const change = 'update site_releases set published_at = $3, signature = $4 where package = $1 and version = $2'
    await database.query(change, [name, version, publishedAt, signature])
    return
  }
  const archive = await packFolder(folder)
  await database.query(
    `insert into site_releases (package, version, digest, archive, archive_sha256, published_at, signature)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [name, version, digest, archive, sha256(archive), publishedAt, signature],
  )
}

async function isBelieved({ signatures }: SiteCopy, release: KeptRelease): Promise<boolean> {
  return isSigned(await signatures.believed(), releaseStatement(release), release.signature ?? '')
}

/**
 * Keeps a composition and the releases it is made of, unless the database has it: what is gone back to is there,
 * whatever this machine has of it.
 * @throws Error when it has another composition of this number
 */
export async function addComposition(database: StoreDatabase, copy: SiteCopy, number: number): Promise<boolean> {
  const folder = copy.composition(number)
  const find = 'select digest from site_compositions where number = $1'
  const [known] = await database.query<KeptComposition>(find, [number])
  const digest = await readCompositionJson(folder).then(sha256, () => undefined)
  if (known && digest !== undefined && digest !== known.digest) {
    throw new Error(`The database has another composition ${number}`)
  }
  if (known) return false
  const composition = await readOutline(copy, number)
  for (const [name, { version }] of Object.entries(composition.releases)) {
    await addRelease(database, copy, name, version)
  }
  const shown = await shownBlobsOf((blob) => readBlob(copy, blob), composition)
  const blobs = [...shown, ...knownBlobsOf(composition)]
  await addBlobs(database, copy, blobs)
  const manifest = await readCompositionJson(folder)
  const signature = await readFile(path.join(folder, COMPOSITION_SIGNATURE_FILE), 'utf8')
  const added = await database.query(
    `insert into site_compositions (number, digest, manifest, signature) select $1, $2, $3, $4
     where (select count(*) from site_blobs where site_blobs.digest = any ($5)) = cardinality($5::text[]) returning number`,
    [number, sha256(manifest), manifest, signature.trim(), blobs],
  )
  if (added.length === 0) throw new Error(`Blobs of composition ${number} were deleted while it was added`)
  return true
}

export type Manifest = { json: string; signature: string; outline: CompositionOutline }

/** What a kept composition says of itself. @throws Refusal when it is gone, changed or not signed */
export async function readManifest(database: StoreDatabase, copy: SiteCopy, number: number): Promise<Manifest> {
  const [row] = await database.query<{ digest: string; manifest: string | null; signature: string | null }>(
    'select digest, manifest, signature from site_compositions where number = $1',
    [number],
  )
  if (!row) throw new Refusal(`The database no longer has composition ${number}`)
  const { manifest: json, signature } = row
  if (json === null || sha256(json) !== row.digest) {
    throw new Refusal(
      `What composition ${number} says of itself does not match its digest in the database: it was changed`,
    )
  }
  await copy.checkComposition(number, json, signature ?? undefined)
  return { json, signature: signature ?? '', outline: parseOutline(json, `Composition ${number}`) }
}

type Looked = { name: string; isWhole: boolean }

/**
 * Has the database look at what a composition and its releases are kept in, so that none of it travels.
 * @throws Refusal naming the first that is missing or was changed
 */
export async function verifyArchives(
  database: StoreDatabase,
  composition: CompositionOutline,
  shown?: CompositionOutline,
): Promise<void> {
  const { number } = composition
  const isKept = await database.query('select from site_compositions where number = $1', [number])
  if (isKept.length === 0) throw new Refusal(`The database no longer has composition ${number}`)
  const read = (digest: string) => readBlobRow(database, digest)
  const { blobs, releases } = await partsOf(read, composition, shown)
  await verifyBlobRows(database, blobs)
  const named = Object.entries(releases).map(([name, { version, digest }]) => ({ package: name, version, digest }))
  const looked = await database.query<Looked>(
    `select package || '@' || version as name,
            encode(sha256(archive), 'hex') = archive_sha256 and site_releases.digest = wanted.digest as "isWhole"
       from site_releases join json_to_recordset($1) as wanted (package text, version text, digest text)
       using (package, version)`,
    [JSON.stringify(named)],
  )
  for (const name of named.map((it) => `${it.package}@${it.version}`)) {
    const found = looked.find((it) => it.name === name)
    if (!found) throw new Refusal(`The database no longer has ${name}`)
    if (!found.isWhole) throw changed(name)
  }
}

export async function readReleaseArchive(database: StoreDatabase, name: string, version: string): Promise<Archive> {
  const [row] = await database.query<{ digest: string }>(
    'select archive_sha256 as digest from site_releases where package = $1 and version = $2',
    [name, version],
  )
  const where = { package: name, version }
  const archive = row && (await database.bytes({ table: 'site_releases', column: 'archive', where }))
  if (!archive) throw new Refusal(`The database no longer has ${name}@${version}`)
  if (sha256(archive) !== row.digest) throw changed(`${name}@${version}`)
  return { archive, name: `${name}@${version}` }
}

function changed(name: string): Refusal {
  return new Refusal(`The archive of ${name} in the database does not match its digest: it was changed`)
}
