// The whole shop of an assembled folder (deploy/assemble.sh), with the releases that lie in it.
import { runMain } from '../kit/lib/run.mjs'
import { spawnOrigin } from './lib/spawn-origin.mjs'
import { startSite } from './lib/start-site.mjs'

await runMain(() => startSite(spawnOrigin({ stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })))
