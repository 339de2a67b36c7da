import { sha256 } from '@platform/base/durable/digest'
import type { StoreDatabase } from '../store/postgres/connect-store'
import { forge } from './forge-page'

/**
 * What somebody does who can write the database and wants visitors to read something else: changes a page of a composition
 * and computes every digest anew, so that all of it fits together.
 */
export async function forgeComposition(store: StoreDatabase, number: number, text: string): Promise<void> {
  const [row] = await store.query<{ manifest: string }>('select manifest from site_compositions where number = $1', [
    number,
  ])
  const read = async (digest: string) => {
    const [blob] = await store.query<{ content: Buffer }>('select content from site_blobs where digest = $1', [digest])
    return blob?.content ?? Buffer.alloc(0)
  }
  const { json, blobs } = await forge(row?.manifest ?? '', read, text)
  for (const { digest, content } of blobs) {
    await store.query('insert into site_blobs (digest, content) values ($1, $2)', [digest, content])
  }
  const update = 'update site_compositions set digest = $2, manifest = $3 where number = $1'
  await store.query(update, [number, sha256(json), json])
}
