import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { keepInspectorShut } from '@platform/base/process/keep-inspector-shut'
import { terminal } from './format/printable'
import { runSite } from './run-site'

keepInspectorShut()
runSite(process.argv.slice(2)).catch((error: unknown) => {
  terminal.warn(messageOf(error))
  process.exitCode = error instanceof Refusal ? error.exitCode : 1
})
