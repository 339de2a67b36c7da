import { once } from 'node:events'
import { readOptions } from '../kit/lib/read-options.mjs'
import { runMain } from '../kit/lib/run.mjs'
import { installIfNeeded } from './lib/install.mjs'

readOptions('npm start   installs if needed, builds what changed, makes it live and serves the whole shop')
await runMain(async () => {
  await installIfNeeded()
  await start()
})

async function start() {
  // Imported late: on a fresh machine `installIfNeeded` has only just installed its dependencies.
  const { buildPackages } = await import('./lib/build-packages.mjs')
  const { browserPackages } = await import('./lib/packages.mjs')
  const { runSite } = await import('./lib/run-site.mjs')
  const { spawnReadableOrigin } = await import('./lib/spawn-origin.mjs')
  const { stopChildAtEnd } = await import('../kit/lib/stop-at-end.mjs')
  await buildPackages()
  const origin = await spawnReadableOrigin()
  stopChildAtEnd(origin)
  origin.on('close', (code) => process.exit(process.exitCode ?? code ?? 1))
  // It has the port and the database: a second start ends here and changes nothing.
  await once(origin, 'message')
  // Stores the settings for later commands, whatever their environment.
  await runSite('settings', '--from-environment')
  await runSite('deploy', ...browserPackages)
  origin.send({ isDeployed: true })
}
