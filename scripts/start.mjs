// `npm start`: installs if needed, builds what changed, makes it live and serves the whole shop.
import { installIfNeeded } from './lib/install.mjs'

try {
  await installIfNeeded()
  await start()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function start() {
  // Imported late: on a fresh machine the build's own dependencies have only just been installed.
  const { buildPackages } = await import('./lib/build-packages.mjs')
  const { browserPackages } = await import('./lib/packages.mjs')
  const { site } = await import('./lib/site.mjs')
  const { spawnOrigin } = await import('./lib/spawn-origin.mjs')
  const { stopChildAtEnd } = await import('./lib/stop-at-end.mjs')
  await buildPackages()
  // Who starts the shop says what its pages tell visitors; later commands keep to it, whatever their shell says.
  await site('settings', '--from-environment')
  await site('deploy', ...browserPackages)

  const child = spawnOrigin()
  stopChildAtEnd(child)
  child.on('exit', (code) => process.exit(code ?? 1))
}
