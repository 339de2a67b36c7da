// Runs beside the tests; its input closes with them.
import { endSharing } from './postgres-server.mjs'

process.stdin.resume().on('close', () => endSharing(process.argv[2]))
