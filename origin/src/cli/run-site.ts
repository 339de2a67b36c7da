import { readConfig } from '../config'
import { siteFolders } from '../registry/site-folders'
import { runCommand } from './run-command'

/**
 * The operator's command for another program, which then need not start one for each call.
 * @throws Refusal with the one message the operator has to read
 */
export async function runSite(args: readonly string[]): Promise<void> {
  const { siteDir, settings, api } = readConfig()
  const print = (line: string) => console.log(line)
  const database = { dataDir: api.dataDir, databaseUrl: api.databaseUrl }
  await runCommand(args, { folders: siteFolders(siteDir), settings, database, print })
}
