import { messageOf } from '../refusal'
import { runSite } from './run-site'

runSite(process.argv.slice(2)).catch((error: unknown) => {
  console.error(messageOf(error))
  process.exitCode = 1
})
