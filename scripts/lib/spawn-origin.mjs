import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './packages.mjs'

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
