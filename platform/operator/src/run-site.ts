import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { siteFolders } from '@platform/site/store/file/site-layout'
import type { SharedSite } from '@platform/site/store/postgres/postgres-site-store'
import type { Operator } from '@site/api/operator'
import { readOperatorConfig } from './operator-config'
import { runCommand } from './run-command'

/** They have nothing to do with what is live, or look at the database themselves. */
const APART_FROM_SITE = new Set([undefined, 'help', '--help', 'doctor', 'orders', 'backup', 'restore'])

/**
 * The operator's command; also for another program, which then need not start one for each call.
 * @throws Refusal with the one message the operator has to read
 */
export async function runSite([name, ...rest]: readonly string[]): Promise<void> {
  const { siteDir, api, ...config } = readOperatorConfig()
  const local = siteFolders(siteDir)
  const print = (line: string) => console.log(line)
  const { databaseUrl, dataDir } = api
  // Both libraries for databases take longer to load than most commands to run: only who needs them waits.
  const operate: Operator = async (operation) => (await import('@site/api/operator')).operatorOf(api)(operation)
  const isShared = databaseUrl && !APART_FROM_SITE.has(name)
  const shared = isShared
    ? (await import('@platform/site/store/postgres/postgres-site-store')).openSharedSite(databaseUrl, local)
    : undefined
  try {
    if (shared) await bringUpToDate(shared, name, rest[0])
    await runCommand(name === undefined ? [] : [name, ...rest], {
      ...config,
      api,
      folders: shared?.folders ?? local,
      refresh: shared?.refresh ?? (async () => {}),
      operate,
      dataDir,
      print,
      warn: (line) => console.error(line),
    })
  } finally {
    await shared?.close()
  }
}

/** Without its database nobody changes the site of several machines; what this one last knew can be read. */
async function bringUpToDate(
  { refresh, refreshPointer }: SharedSite,
  command: string | undefined,
  act: string | undefined,
): Promise<void> {
  const isUndoing = command === 'rollback' || (command === 'canary' && act === 'stop')
  const bring = isUndoing ? refreshPointer().then(() => []) : refresh()
  const faults = await bring.catch((cause: unknown): string[] => {
    const fault = `The database of the site (DATABASE_URL) does not answer: ${messageOf(cause)}`
    if (command !== 'status') throw new Refusal(`${fault}\nThe origins go on serving what they have.`, { cause })
    return [`${fault}\nWhat follows is what this machine last knew.`]
  })
  for (const fault of faults) console.error(fault)
}
