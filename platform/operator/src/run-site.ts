import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { openSite } from '@platform/site/open/open-site'
import type { SiteStore } from '@platform/site/store/site-store'
import type { Admin } from '@site/api/admin'
import { readOperatorConfig } from './operator-config'
import { runCommand } from './run-command'

/** They have nothing to do with what is live, or look at the database themselves. */
const APART_FROM_SITE = new Set([undefined, 'help', '--help', 'doctor', 'orders', 'backup', 'restore'])

/**
 * The operator's command; also for another program, which then need not start one for each call.
 * @throws Refusal with the one message the operator has to read
 */
export async function runSite([name, ...rest]: readonly string[]): Promise<void> {
  const { siteDir, api, site, ...config } = readOperatorConfig()
  const { dataDir } = api
  const store = await openSite(siteDir, site)
  // Both libraries for databases take longer to load than most commands to run: only who needs them waits.
  const admin: Admin = async (operation) => (await import('@site/api/admin')).adminOf(api)(operation)
  try {
    if (!APART_FROM_SITE.has(name)) await refresh(store, name, rest[0])
    await runCommand(name === undefined ? [] : [name, ...rest], {
      ...config,
      api,
      store,
      admin,
      dataDir,
      print: (line) => console.log(line),
      warn: (line) => console.error(line),
    })
  } finally {
    await store.close()
  }
}

/** Without its database nobody changes the site of several machines; what this one last knew can be read. */
async function refresh(store: SiteStore, command: string | undefined, step: string | undefined): Promise<void> {
  // Undoing waits for nothing but what is live.
  const isUndoing = command === 'rollback' || command === 'hold' || (command === 'canary' && step === 'stop')
  const problems = await store.refresh(isUndoing ? 'live' : 'all').catch(async (cause: unknown): Promise<string[]> => {
    // The disk of this machine keeps nobody from it: what is decided on is read where it is kept.
    if (isUndoing && (await isReachable(store))) return [`This machine's copy cannot follow: ${messageOf(cause)}`]
    const problem = `The database of the site (SITE_DATABASE_URL, else DATABASE_URL) does not answer: ${messageOf(cause)}`
    if (command !== 'status') throw new Refusal(`${problem}\nThe origins go on serving what they have.`, { cause })
    return [`${problem}\nWhat follows is what this machine last knew.`]
  })
  for (const problem of problems) console.error(problem)
}

function isReachable(store: SiteStore): Promise<boolean> {
  return store.live().then(
    () => true,
    () => false,
  )
}
