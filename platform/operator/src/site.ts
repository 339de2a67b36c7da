import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { keepInspectorShut } from '@platform/base/process/keep-inspector-shut'
import { runSite } from './run-site'

keepInspectorShut()
runSite(process.argv.slice(2)).catch((error: unknown) => {
  console.error(messageOf(error))
  process.exitCode = error instanceof Refusal ? error.exitCode : 1
})
