import type { GivenKeys } from '../signatures/given-keys'
import { fileCopy } from '../store/file/file-copy'
import { fileSiteStore } from '../store/file/file-site-store'
import type { PostgresOptions } from '../store/postgres/postgres-site-store'
import type { SiteStore } from '../store/site-store'

export type OpenOptions = PostgresOptions & {
  /** The PostgreSQL server that several machines share; absent: the folder is the site. */
  databaseUrl?: string | undefined
  /** The operator's keys, where variables give them. */
  keys?: GivenKeys | undefined
}

/**
 * Opens a site for whoever decides something; nothing is read or connected to yet.
 * @param siteDir folder of the site, or of this machine's copy of it
 */
export async function openSite(siteDir: string, options: OpenOptions = {}): Promise<SiteStore> {
  const { databaseUrl, keys, ...rest } = options
  const copy = fileCopy(siteDir, keys)
  if (!databaseUrl) return fileSiteStore(copy)
  // The database's library takes longer to load than most commands to run: only who needs it waits.
  const { postgresSiteStore } = await import('../store/postgres/postgres-site-store')
  return postgresSiteStore(databaseUrl, copy, rest)
}
