// Beside a run of the tests; its input ends with that run.
import { endSharing } from './shared-postgres.mjs'

process.stdin.resume().on('close', () => endSharing(process.argv[2]))
