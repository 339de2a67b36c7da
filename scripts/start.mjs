import { readOptions } from '../kit/lib/read-options.mjs'
import { runMain } from '../kit/lib/run.mjs'
import { installIfNeeded } from './lib/install.mjs'

readOptions('npm start   installs if needed, builds what changed, makes it live and serves the whole shop')
await runMain(async () => {
  await installIfNeeded()
  // Imported late: on a fresh machine `installIfNeeded` has only just installed their dependencies.
  const { buildPackages } = await import('./lib/build-packages.mjs')
  const { spawnReadableOrigin, startSite } = await import('./lib/spawn-origin.mjs')
  await buildPackages()
  await startSite(await spawnReadableOrigin())
})
