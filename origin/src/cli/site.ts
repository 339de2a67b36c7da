import { readOperatorConfig } from '../config'
import { siteFolders } from '../files/site-folders'
import { messageOf, Refusal } from '../refusal'
import { runCommand } from './run-command'

async function main(): Promise<void> {
  const { siteDir, database, settingsOfEnvironment } = readOperatorConfig()
  const print = (line: string) => console.log(line)
  await runCommand(process.argv.slice(2), { folders: siteFolders(siteDir), database, settingsOfEnvironment, print })
}

main().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exitCode = error instanceof Refusal ? error.exitCode : 1
})
