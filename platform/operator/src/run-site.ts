import { messageOf, Refusal, succeeds } from '@platform/base/errors/refusal'
import { openSite } from '@platform/site/open/open-site'
import type { Site } from '@platform/site/site/site'
import type { Admin } from '@site/api/admin'
import { terminal } from './format/printable'
import { readOperatorConfig } from './operator-config'
import { readsOf, runCommand } from './run-command'

export async function runSite(words: readonly string[]): Promise<void> {
  const reads = readsOf(words)
  const { siteDir, api, site, ...config } = readOperatorConfig()
  const store = await openSite(siteDir, site)
  // Lazy: the database libraries take longer to load than most commands to run.
  const admin: Admin = async (operation) => (await import('@site/api/admin')).adminOf(api)(operation)
  try {
    if (reads !== 'nothing') await refresh(store, reads, /^(?:status|doctor)$/.test(words[0] ?? ''))
    await runCommand(words, { ...config, api, store, admin, ...terminal })
  } finally {
    await store.close()
  }
}

async function refresh(store: Site, reads: 'all' | 'live', isLooking: boolean): Promise<void> {
  const problems = await store.refresh(reads).catch(async (cause: unknown): Promise<string[]> => {
    // A local disk failure must not block an undo, nor be taken for one of the database.
    if ((isLooking || reads === 'live') && (await succeeds(store.live()))) {
      return [`This machine's copy cannot follow: ${messageOf(cause)}`]
    }
    const problem = `The database of the site (SITE_DATABASE_URL, else DATABASE_URL) does not answer: ${messageOf(cause)}`
    if (!isLooking) throw new Refusal(`${problem}\nThe origins go on serving what they have.`, { cause })
    return [`${problem}\nWhat follows is what this machine last knew.`]
  })
  for (const problem of problems) terminal.warn(problem)
}
