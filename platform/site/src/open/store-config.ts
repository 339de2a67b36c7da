import { messageOf } from '@platform/base/errors/refusal'
import { type GivenKeys, parsePublicKeys } from '../signatures/given-keys'

export type StoreConfig = {
  /** The PostgreSQL server that several machines share; absent: the folder is the site. */
  databaseUrl: string | undefined
  keys: GivenKeys
}

/** What the environment says of the site's store; `problems` says everything that is wrong with it. */
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
