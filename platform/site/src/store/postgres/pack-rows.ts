/** Packs of documents in the database: each once, for all compositions that name it. */

import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import { isWhole, type PackFolder, readPack } from '@platform/compose/composition/pack-files'
import type { StoreDatabase } from './connect-store'

/** Adds those that the database does not have yet. @throws Refusal when one is not whole here */
export async function addPacks(database: StoreDatabase, copy: PackFolder, digests: readonly string[]): Promise<void> {
  const known = await database.query<{ digest: string }>('select digest from site_packs where digest = any ($1)', [
    digests,
  ])
  const there = new Set(known.map(({ digest }) => digest))
  // One after the other: the memory holds one at a time.
  for (const digest of digests) {
    if (there.has(digest)) continue
    const insert = 'insert into site_packs (digest, content) values ($1, $2) on conflict do nothing'
    await database.query(insert, [digest, await readPack(copy, digest)])
  }
}

/** Puts back what somebody took away, or has to take away because it is damaged, as far as this machine has it. */
export async function restorePacks(database: StoreDatabase, copy: PackFolder): Promise<void> {
  const missing = await database.query<{ digest: string }>(
    `select distinct named.digest from site_compositions, unnest(packs) as named (digest)
     where not exists (select from site_packs where site_packs.digest = named.digest)`,
  )
  for (const { digest } of missing) {
    if (DIGEST.test(digest) && (await isWhole(copy.pack(digest), digest))) await addPacks(database, copy, [digest])
  }
}

/** Whoever writes the database may write anything; this becomes the name of a file. */
const DIGEST = /^[0-9a-f]{64}$/

/** @throws Refusal when it is gone, or is not what its digest says */
export async function readPackRow(database: StoreDatabase, digest: string): Promise<Buffer> {
  const content = await database.bytes({ table: 'site_packs', column: 'content', where: { digest } })
  if (!content) throw gone(digest)
  if (sha256(content) !== digest) throw changed(digest)
  return content
}

/**
 * Has the database look at packs, so that none of them travels.
 * @throws Refusal naming the first that is missing or was changed
 */
export async function verifyPackRows(database: StoreDatabase, digests: readonly string[]): Promise<void> {
  const looked = await database.query<{ digest: string; isWhole: boolean }>(
    `select digest, encode(sha256(content), 'hex') = digest as "isWhole" from site_packs where digest = any ($1)`,
    [digests],
  )
  const whole = new Map(looked.map(({ digest, isWhole }) => [digest, isWhole]))
  for (const digest of digests) {
    if (!whole.has(digest)) throw gone(digest)
    if (!whole.get(digest)) throw changed(digest)
  }
}

/** Deletes those that no kept composition names. Within `exclusive` only. */
export async function dropPackRows(database: StoreDatabase): Promise<void> {
  await database.query(
    `delete from site_packs where not exists (
       select from site_compositions where site_packs.digest = any (site_compositions.packs))`,
  )
}

function gone(digest: string): Refusal {
  return new Refusal(`The database no longer has the pack ${digest}`)
}

function changed(digest: string): Refusal {
  return new Refusal(`The pack ${digest} in the database does not match its digest: it was changed`)
}
