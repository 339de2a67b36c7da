import { readConfig } from '../config'
import { siteFolders } from '../files/site-folders'
import { messageOf } from '../refusal'
import { runCommand } from './run-command'

async function main(): Promise<void> {
  const { siteDir, settings, api } = readConfig()
  const print = (line: string) => console.log(line)
  const database = { dataDir: api.dataDir, databaseUrl: api.databaseUrl }
  await runCommand(process.argv.slice(2), { folders: siteFolders(siteDir), settings, database, print })
}

main().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exitCode = 1
})
