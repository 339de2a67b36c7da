import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { packFolder } from '@platform/base/archive/folder-archive'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import { COMPOSITION_FILE, readComposition } from '@platform/compose/composition/composition'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import type { SiteCopy } from '../site-copy'
import type { StoreDatabase } from './connect-store'

export type KeptRelease = { package: string; version: string; digest: string; publishedAt: Date }
export type KeptComposition = { number: number; digest: string }
export type Archive = { archive: Buffer; sha256: string }

export function listKeptReleases(database: StoreDatabase): Promise<KeptRelease[]> {
  return database.query('select package, version, digest, published_at as "publishedAt" from site_releases')
}

export function listKeptCompositions(database: StoreDatabase): Promise<KeptComposition[]> {
  return database.query('select number, digest from site_compositions order by number desc')
}

/** @throws Refusal when the database has other content under the same version. */
export async function addRelease(
  database: StoreDatabase,
  copy: SiteCopy,
  name: string,
  version: string,
): Promise<void> {
  const folder = copy.release(name, version)
  const file = path.join(folder, RELEASE_FILE)
  const digest = sha256(await readFile(file))
  const { mtime } = await stat(file)
  const [known] = await database.query<{ digest: string }>(
    'update site_releases set published_at = greatest(published_at, $3) where package = $1 and version = $2 returning digest',
    [name, version, mtime],
  )
  if (known && known.digest !== digest) {
    throw new Refusal(`${name}@${version} is already published with other content. Give the new build a new version.`)
  }
  if (known) return
  const archive = await packFolder(folder)
  await database.query(
    `insert into site_releases (package, version, digest, archive, archive_sha256, published_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [name, version, digest, archive, sha256(archive), mtime],
  )
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
  await database.query(
    'insert into site_compositions (number, digest, archive, archive_sha256) values ($1, $2, $3, $4)',
    [number, digest, archive, sha256(archive)],
  )
  return true
}

export async function readReleaseArchive(database: StoreDatabase, name: string, version: string): Promise<Archive> {
  const [row] = await database.query<Archive>(
    'select archive, archive_sha256 as sha256 from site_releases where package = $1 and version = $2',
    [name, version],
  )
  return checkArchive(row, `${name}@${version}`)
}

export async function readCompositionArchive(database: StoreDatabase, number: number): Promise<Archive> {
  const [row] = await database.query<Archive>(
    'select archive, archive_sha256 as sha256 from site_compositions where number = $1',
    [number],
  )
  return checkArchive(row, `composition ${number}`)
}

function checkArchive(row: Archive | undefined, name: string): Archive {
  if (!row) throw new Refusal(`The database no longer has ${name}`)
  if (sha256(row.archive) === row.sha256) return row
  throw new Refusal(`The archive of ${name} in the database does not match its digest: it was changed`)
}
