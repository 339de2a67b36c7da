import { operatorOf } from '@site/api/operator'
import { readConfig } from '../config'
import { messageOf } from '../refusal'
import { siteFolders } from '../registry/site-folders'
import { runCommand } from './run-command'

async function main(): Promise<void> {
  const { siteDir, settings, api } = readConfig()
  const print = (line: string) => console.log(line)
  const { dataDir } = api
  const operate = operatorOf(api)
  await runCommand(process.argv.slice(2), { folders: siteFolders(siteDir), settings, operate, dataDir, print })
}

main().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exitCode = 1
})
