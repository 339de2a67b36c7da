import { messageOf } from '@platform/base/errors/refusal'
import { type GivenKeys, parsePublicKeys } from '../signatures/given-keys'
import { createSite, type Site } from '../site/site'
import { fileCopy, type SiteCopy } from '../store/file/file-copy'
import { fileStore } from '../store/file/file-store'
import { healthFile, healthRows } from '../store/health-store'

export type OpenOptions = {
  onLost?: (error: Error) => void
  /** Absent: the folder is the site. */
  databaseUrl?: string | undefined
  keys?: GivenKeys | undefined
}

export async function openSite(siteDir: string, options: OpenOptions = {}): Promise<Site> {
  const { databaseUrl, keys, onLost } = options
  const copy = fileCopy(siteDir, keys)
  if (!databaseUrl) return openFolder(copy)
  // Lazy: the database library takes longer to load than most commands to run.
  const { connectStore } = await import('../store/postgres/connect-store')
  const { postgresStore } = await import('../store/postgres/postgres-store')
  const database = connectStore(databaseUrl, onLost)
  const parts = { copy, local: fileStore(copy), store: postgresStore(database) }
  return createSite(parts, healthRows(database), database.close)
}

export function openFolder(copy: SiteCopy): Site {
  const local = fileStore(copy)
  return createSite({ copy, local, store: local }, healthFile(copy))
}

export type StoreConfig = { databaseUrl: string | undefined; keys: GivenKeys }

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
