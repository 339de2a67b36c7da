import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { root } from '../../../scripts/lib/packages.mjs'
import { stopChildAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { residentMegabytesOfAll } from './resident-megabytes.mjs'

const LOOK_EVERY_MS = 250

/**
 * Runs a Node program to its end; gives how long that took, how much of it a processor was busy with it
 * (which other programs do not change), the most memory it and its children held in MiB, and what it wrote.
 * @throws Error with its output when it ends with another code than 0
 */
export function runProgram(file, args, env) {
  const startedAt = performance.now()
  const busyBefore = processorMsOfChildren()
  const child = spawn(process.execPath, [file, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  stopChildAtEnd(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  let megabytes = 0
  const looking = setInterval(async () => {
    megabytes = Math.max(megabytes, await residentMegabytesOfAll(child.pid))
  }, LOOK_EVERY_MS)
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      const ms = performance.now() - startedAt
      clearInterval(looking)
      if (code === 0) resolve({ ms, processorMs: processorMsOfChildren() - busyBefore, megabytes, output })
      else reject(new Error(`${args.join(' ')} ended with ${code}:\n${output}`))
    })
  })
}

/** Of the children that have ended; known on Linux only, where the kernel counts in hundredths of a second. */
function processorMsOfChildren() {
  try {
    const [, fields] = readFileSync('/proc/self/stat', 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(13, 15)
    return (Number(user) + Number(system)) * 10
  } catch {
    return Number.NaN
  }
}
