import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { run } from '../../kit/lib/run.mjs'
import { stopChildAtEnd } from '../../kit/lib/stop-at-end.mjs'
import { browserPackages, root } from './packages.mjs'

/** glibc keeps many heaps; two take 393 MB instead of 430 MB after a soak of mixed traffic. */
const ALLOCATION = { MALLOC_ARENA_MAX: '2' }

/** The origin holds secrets, so no signal may open its inspector where Node has the option. */
const OPTIONS = process.allowedNodeEnvironmentFlags.has('--disable-sigusr1') ? ['--disable-sigusr1'] : []

export function spawnOrigin({ env = process.env, stdio = 'inherit' } = {}) {
  return spawn(process.execPath, [...OPTIONS, path.join(root, 'platform/origin/dist/server.cjs')], {
    env: { ...ALLOCATION, ...env },
    stdio,
  })
}

/** Starts the origin for a developer: its log is readable, and no everyday message is in it. */
export async function spawnReadableOrigin() {
  const { default: makeReadable } = await import('pino-pretty')
  const origin = spawnOrigin({ stdio: ['inherit', 'inherit', 'pipe', 'ipc'] })
  const format = { minimumLevel: 'warn', ignore: 'pid,hostname,time', singleLine: true, destination: 2, sync: true }
  origin.stderr.pipe(makeReadable({ ...format, colorize: process.stderr.isTTY }))
  return origin
}

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
