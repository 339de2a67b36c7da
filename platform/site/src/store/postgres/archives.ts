import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { packFolder } from '@platform/base/archive/folder-archive'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import {
  COMPOSITION_FILE,
  COMPOSITION_SIGNATURE_FILE,
  type Composition,
  parseComposition,
  readComposition,
} from '@platform/compose/composition/composition'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { isSigned, requireSigner } from '../../signatures/signatures'
import type { SiteCopy } from '../site-copy'
import type { StoreDatabase } from './connect-store'
import { readTime } from './live-row'
import { type ReleaseFacts, releaseStatement } from './signed-rows'

export type KeptRelease = ReleaseFacts & { signature: string | null }
export type KeptComposition = { number: number; digest: string; signature: string | null }
type ArchiveRow = { archive: Buffer; sha256: string }
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
 * Keeps a composition and the releases it is made of, unless the database has it: what is gone back to is there, whatever
 * this machine has of it.
 * @returns whether the database did not have it before
 * @throws Error when it has another composition of this number
 */
export async function addComposition(database: StoreDatabase, copy: SiteCopy, number: number): Promise<boolean> {
  const folder = copy.composition(number)
  const find = 'select digest from site_compositions where number = $1'
  const [known] = await database.query<KeptComposition>(find, [number])
  const digest = await readFile(path.join(folder, COMPOSITION_FILE)).then(sha256, () => undefined)
  if (known && digest !== undefined && digest !== known.digest) {
    throw new Error(`The database has another composition ${number}`)
  }
  if (known) return false
  const { releases } = await readComposition(copy, number)
  for (const [name, { version }] of Object.entries(releases)) await addRelease(database, copy, name, version)
  const archive = await packFolder(folder)
  const manifest = await readFile(path.join(folder, COMPOSITION_FILE), 'utf8')
  const signature = await readFile(path.join(folder, COMPOSITION_SIGNATURE_FILE), 'utf8')
  await database.query(
    `insert into site_compositions (number, digest, manifest, archive, archive_sha256, signature)
     values ($1, $2, $3, $4, $5, $6)`,
    [number, sha256(manifest), manifest, archive, sha256(archive), signature.trim()],
  )
  return true
}

/** What a kept composition says of itself, without its archive. @throws Refusal when it is gone, changed or not signed */
export async function readManifest(database: StoreDatabase, copy: SiteCopy, number: number): Promise<Composition> {
  const [row] = await database.query<{ digest: string; manifest: string | null; signature: string | null }>(
    'select digest, manifest, signature from site_compositions where number = $1',
    [number],
  )
  if (!row) throw new Refusal(`The database no longer has composition ${number}`)
  if (row.manifest === null || sha256(row.manifest) !== row.digest) {
    throw new Refusal(
      `What composition ${number} says of itself does not match its digest in the database: it was changed`,
    )
  }
  await copy.checkComposition(number, row.manifest, row.signature ?? undefined)
  return parseComposition(row.manifest, `Composition ${number}`)
}

type Looked = { name: string; isWhole: boolean }

/**
 * Has the database look at the archives of a composition and of its releases, so that none of them travels.
 * @throws Refusal naming the first that is missing or was changed
 */
export async function verifyArchives(database: StoreDatabase, { number, releases }: Composition): Promise<void> {
  const named = Object.entries(releases).map(([name, { version, digest }]) => ({ package: name, version, digest }))
  const looked = await database.query<Looked>(
    `select 'composition ' || number as name, ${IS_WHOLE} as "isWhole" from site_compositions where number = $1
     union all
     select package || '@' || version, ${IS_WHOLE} and site_releases.digest = wanted.digest
       from site_releases join json_to_recordset($2) as wanted (package text, version text, digest text)
       using (package, version)`,
    [number, JSON.stringify(named)],
  )
  const wanted = [`composition ${number}`, ...named.map((it) => `${it.package}@${it.version}`)]
  for (const name of wanted) {
    const found = looked.find((it) => it.name === name)
    if (!found) throw new Refusal(`The database no longer has ${name}`)
    if (!found.isWhole) throw changed(name)
  }
}

const IS_WHOLE = "encode(sha256(archive), 'hex') = archive_sha256"

export async function readReleaseArchive(database: StoreDatabase, name: string, version: string): Promise<Archive> {
  const [row] = await database.query<ArchiveRow>(
    'select archive, archive_sha256 as sha256 from site_releases where package = $1 and version = $2',
    [name, version],
  )
  return checkArchive(row, `${name}@${version}`)
}

export async function readCompositionArchive(database: StoreDatabase, number: number): Promise<Archive> {
  const [row] = await database.query<ArchiveRow>(
    'select archive, archive_sha256 as sha256 from site_compositions where number = $1',
    [number],
  )
  return checkArchive(row, `composition ${number}`)
}

function checkArchive(row: ArchiveRow | undefined, name: string): Archive {
  if (!row) throw new Refusal(`The database no longer has ${name}`)
  if (sha256(row.archive) === row.sha256) return { archive: row.archive, name }
  throw changed(name)
}

function changed(name: string): Refusal {
  return new Refusal(`The archive of ${name} in the database does not match its digest: it was changed`)
}
