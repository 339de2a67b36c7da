import { spawn } from 'node:child_process'
import { root } from './packages.mjs'

/**
 * Runs a program to its end with its output on this terminal.
 * @throws Error when it ends with another code than 0
 */
export function run(command, args, { env, quiet = false } = {}) {
  const options = {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
  }
  return new Promise((resolve, reject) => {
    spawn(command, args, options)
      .on('error', reject)
      .on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with ${code}`)),
      )
  })
}
