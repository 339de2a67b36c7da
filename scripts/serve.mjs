// The whole shop of an assembled folder (deploy/assemble.sh), with the releases that lie in it.
import { readOptions } from '../kit/lib/read-options.mjs'
import { runMain } from '../kit/lib/run.mjs'
import { spawnOrigin, startSite } from './lib/spawn-origin.mjs'

readOptions('node scripts/serve.mjs   makes the releases of this folder live and serves the whole shop')
await runMain(() => startSite(spawnOrigin({ stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })))
