import { installIfNeeded } from './lib/install.mjs'
import { readOptions } from './lib/read-options.mjs'

readOptions(
  'npm start   installs if needed, builds what changed, makes it live and serves the whole shop',
  {},
  (given) => (given.positionals.length > 0 ? `npm start takes no ${given.positionals.join(' ')}` : undefined),
)
try {
  await installIfNeeded()
  await start()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function start() {
  // Imported late: on a fresh machine `installIfNeeded` has only just installed its dependencies.
  const { buildPackages } = await import('./lib/build-packages.mjs')
  const { browserPackages } = await import('./lib/packages.mjs')
  const { site } = await import('./lib/run.mjs')
  const { spawnOrigin } = await import('./lib/spawn-origin.mjs')
  const { stopChildAtEnd } = await import('./lib/stop-at-end.mjs')
  await buildPackages()
  // Stores the settings for later commands, whatever their environment.
  await site('settings', '--from-environment')
  await site('deploy', ...browserPackages)

  const child = spawnOrigin()
  stopChildAtEnd(child)
  child.on('exit', (code) => process.exit(code ?? 1))
}
