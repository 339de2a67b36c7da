import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './packages.mjs'

/** glibc keeps a heap for each of many threads; two heaps take 393 MB after a soak of mixed traffic instead of 430 MB. */
const ALLOCATION = { MALLOC_ARENA_MAX: '2' }

/** The origin holds secrets: where this Node knows the option, no signal opens its inspector. */
const OPTIONS = process.allowedNodeEnvironmentFlags.has('--disable-sigusr1') ? ['--disable-sigusr1'] : []

/** Starts the origin as a process of its own. */
export function spawnOrigin({ env = process.env, stdio = 'inherit' } = {}) {
  return spawn(process.execPath, [...OPTIONS, path.join(root, 'platform/origin/dist/server.cjs')], {
    env: { ...ALLOCATION, ...env },
    stdio,
  })
}
