import { messageOf } from '@platform/base/errors/refusal'
import { type GivenKeys, parsePublicKeys } from '../signatures/given-keys'
import { fileCopy } from '../store/file/file-copy'
import { fileSiteStore } from '../store/file/file-site-store'
import type { PostgresOptions } from '../store/postgres/postgres-site-store'
import type { SiteStore } from '../store/site-store'

export type OpenOptions = PostgresOptions & {
  /** Absent: the folder is the site. */
  databaseUrl?: string | undefined
  keys?: GivenKeys | undefined
}

export async function openSite(siteDir: string, options: OpenOptions = {}): Promise<SiteStore> {
  const { databaseUrl, keys, ...rest } = options
  const copy = fileCopy(siteDir, keys)
  if (!databaseUrl) return fileSiteStore(copy)
  // Lazy: the database library takes longer to load than most commands to run.
  const { postgresSiteStore } = await import('../store/postgres/postgres-site-store')
  return postgresSiteStore(databaseUrl, copy, rest)
}

export type StoreConfig = {
  databaseUrl: string | undefined
  keys: GivenKeys
}

export function readStoreConfig(environment: NodeJS.ProcessEnv): { config: StoreConfig; problems: string[] } {
  const { DATABASE_URL, SITE_DATABASE_URL, OPERATOR_KEY, OPERATOR_KEYS } = environment
  const isAddress = !SITE_DATABASE_URL || /^postgres(ql)?:\/\/./.test(SITE_DATABASE_URL)
  return {
    config: {
      databaseUrl: SITE_DATABASE_URL || DATABASE_URL || undefined,
      keys: { privateKey: OPERATOR_KEY || undefined, publicKeys: OPERATOR_KEYS || undefined },
    },
    problems: [
      ...(isAddress ? [] : ['SITE_DATABASE_URL must be an address such as postgres://host/name']),
      ...problemsOf(OPERATOR_KEYS),
    ],
  }
}

function problemsOf(publicKeys: string | undefined): string[] {
  try {
    if (publicKeys) parsePublicKeys(publicKeys)
    return []
  } catch (error) {
    return [`OPERATOR_KEYS: ${messageOf(error)}`]
  }
}
