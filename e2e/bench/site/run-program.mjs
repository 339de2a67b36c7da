import { spawn } from 'node:child_process'
import { root } from '../../../scripts/lib/packages.mjs'

/**
 * Runs a Node program to its end; gives how long that took and what it wrote.
 * @throws Error with its output when it ends with another code than 0
 */
export function runProgram(file, args, env) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [file, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      if (code === 0) resolve({ ms: performance.now() - startedAt, output })
      else reject(new Error(`${args.join(' ')} ended with ${code}:\n${output}`))
    })
  })
}
