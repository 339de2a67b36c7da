import { once } from 'node:events'
import path from 'node:path'
import { run } from '../../kit/lib/run.mjs'
import { stopChildAtEnd } from '../../kit/lib/stop-at-end.mjs'
import { browserPackages, root } from './packages.mjs'

/** Runs the built `site` command. */
export function runSite(...args) {
  return run(process.execPath, [path.join(root, 'platform/operator/dist/site.cjs'), ...args])
}

/** Makes the built packages live at an origin that has just been started; this process ends with it. */
export async function startSite(origin) {
  stopChildAtEnd(origin)
  origin.on('close', (code) => process.exit(process.exitCode ?? code ?? 1))
  // It has the port and the database: a second start ends here and changes nothing.
  await once(origin, 'message')
  // Stores the settings for later commands, whatever their environment.
  await runSite('settings', '--from-environment')
  await runSite('deploy', ...browserPackages)
  origin.send({ isDeployed: true })
}
