import { namedBlobs } from '@platform/compose/composition/verify-documents'
import type { SiteCopy } from '../site-copy'
import { listKeptCompositions } from './archives'
import { dropBlobRows, restoreBlobs } from './blob-rows'
import type { StoreDatabase } from './connect-store'

/** What the kept compositions name, as far as this copy has them; `undefined` where it does not have one of them whole. */
async function readNamed(database: StoreDatabase, copy: SiteCopy): Promise<Set<string> | undefined> {
  const kept = (await listKeptCompositions(database)).map(({ number }) => number)
  return namedBlobs(copy, kept).catch(() => undefined)
}

/** Deletes the blobs that no kept composition names. Within `exclusive` only. */
export async function dropUnnamedRows(database: StoreDatabase, copy: SiteCopy): Promise<void> {
  const named = await readNamed(database, copy)
  if (named) await dropBlobRows(database, named)
}

/** Puts back what somebody took away, as far as this copy has it. */
export async function restoreNamedRows(database: StoreDatabase, copy: SiteCopy): Promise<void> {
  const named = await readNamed(database, copy)
  if (named) await restoreBlobs(database, copy, named)
}
