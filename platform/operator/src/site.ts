import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { runSite } from './run-site'

runSite(process.argv.slice(2)).catch((error: unknown) => {
  console.error(messageOf(error))
  process.exitCode = error instanceof Refusal ? error.exitCode : 1
})
