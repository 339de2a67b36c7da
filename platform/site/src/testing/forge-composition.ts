import type { StoreDatabase } from '../store/postgres/connect-store'
import { forge } from './forge-page'

/**
 * What somebody does who can write the database and wants visitors to read something else: changes a page of a composition
 * and computes every digest anew, so that all of it fits together.
 */
export async function forgeComposition(store: StoreDatabase, number: number, text: string): Promise<void> {
  const name = `composition/${number}`
  const find = 'select content from site_documents where name = $1'
  const [row] = await store.query<{ content: string }>(find, [name])
  const read = async (digest: string) => {
    const [blob] = await store.query<{ content: Buffer }>('select content from site_blobs where digest = $1', [digest])
    return blob?.content ?? Buffer.alloc(0)
  }
  const { json, blobs } = await forge(row?.content ?? '', read, text)
  for (const { digest, content } of blobs) {
    await store.query('insert into site_blobs (digest, content) values ($1, $2)', [digest, content])
  }
  await store.query('update site_documents set content = $2 where name = $1', [name, json])
}
