import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import type { NamedFile } from '@platform/compose/composition/blob-files'
import { isWhole, readBlob } from '@platform/compose/composition/blob-files'
import { namedBlobs } from '@platform/compose/composition/verify-documents'
import type { SiteCopy } from '../site-store'
import type { StoreDatabase } from './connect-store'

const MOST_BYTES = 4 * 1024 * 1024
const MOST_BLOBS = 500

export async function addBlobs(database: StoreDatabase, copy: SiteCopy, digests: readonly string[]): Promise<void> {
  let some: NamedFile[] = []
  let bytes = 0
  const insert = async () => {
    if (some.length === 0) return
    await database.query(
      'insert into site_blobs (digest, content) select * from unnest($1::text[], $2::bytea[]) on conflict do nothing',
      [some.map(({ digest }) => digest), some.map(({ content }) => content)],
    )
    some = []
    bytes = 0
  }
  for (const digest of await findMissing(database, digests)) {
    const content = await readBlob(copy, digest)
    if (bytes + content.length > MOST_BYTES || some.length === MOST_BLOBS) await insert()
    some.push({ digest, content })
    bytes += content.length
  }
  await insert()
}

async function findMissing(database: StoreDatabase, digests: readonly string[]): Promise<string[]> {
  const missing = await database.query<{ digest: string }>(
    `select digest from unnest($1::text[]) as named (digest)
     where not exists (select from site_blobs where site_blobs.digest = named.digest)`,
    [digests],
  )
  return missing.map(({ digest }) => digest)
}

export async function* readBlobRows(
  database: StoreDatabase,
  digests: readonly string[],
): AsyncGenerator<NamedFile[], void> {
  for (let start = 0; start < digests.length; start += MOST_BLOBS) {
    const wanted = digests.slice(start, start + MOST_BLOBS)
    const found = new Map(await database.blobs(wanted))
    yield wanted.map((digest) => {
      const content = found.get(digest)
      if (!content) throw gone(digest)
      if (sha256(content) !== digest) throw changed(digest)
      return { digest, content }
    })
  }
}

export async function readBlobRow(database: StoreDatabase, digest: string): Promise<Buffer> {
  for await (const [blob] of readBlobRows(database, [digest])) if (blob) return blob.content
  throw gone(digest)
}

export async function verifyBlobRows(database: StoreDatabase, digests: readonly string[]): Promise<void> {
  const looked = await database.query<{ digest: string; isWhole: boolean }>(
    `select digest, encode(sha256(content), 'hex') = digest as "isWhole" from site_blobs where digest = any ($1)`,
    [digests],
  )
  const whole = new Map(looked.map(({ digest, isWhole: is }) => [digest, is]))
  for (const digest of digests) {
    if (!whole.has(digest)) throw gone(digest)
    if (!whole.get(digest)) throw changed(digest)
  }
}

/** Deletes unnamed blobs, if this copy has every composition that may name them. */
export async function dropUnnamedRows(database: StoreDatabase, copy: SiteCopy): Promise<void> {
  const named = await readNamed(database, copy)
  if (!named) return
  await database.query(
    `delete from site_blobs where not exists (select from unnest($1::text[]) as it (digest) where it.digest = site_blobs.digest)
       and not exists (select from site_documents where archive = site_blobs.digest)`,
    [named],
  )
}

export async function restoreNamedRows(database: StoreDatabase, copy: SiteCopy): Promise<void> {
  for (const digest of await findMissing(database, (await readNamed(database, copy)) ?? [])) {
    if (await isWhole(copy, digest)) await addBlobs(database, copy, [digest])
  }
}

async function readNamed(database: StoreDatabase, copy: SiteCopy): Promise<string[] | undefined> {
  const kept = await listNumbers(database)
  return namedBlobs(copy, kept).then(
    (named) => [...named],
    () => undefined,
  )
}

/** Newest first. */
export async function listNumbers(database: StoreDatabase): Promise<number[]> {
  const find = `select split_part(name, '/', 2)::integer as number from site_documents
    where name ~ '^composition/[1-9][0-9]*$' order by number desc`
  return (await database.query<{ number: number }>(find)).map(({ number }) => number)
}

function gone(digest: string): Refusal {
  return new Refusal(`The database no longer has the blob ${digest}`)
}

function changed(digest: string): Refusal {
  return new Refusal(`The blob ${digest} in the database does not match its digest: it was changed`)
}
