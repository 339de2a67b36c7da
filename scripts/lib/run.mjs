import { spawn } from 'node:child_process'
import { root } from './packages.mjs'

/**
 * Runs a program to its end with its output on this terminal.
 * @throws Error when it ends with another code than 0
 */
export function run(command, args, { env } = {}) {
  const options = {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  }
  return new Promise((resolve, reject) => {
    spawn(command, args, options)
      .on('error', reject)
      .on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with ${code}`)),
      )
  })
}

/**
 * Runs a program to its end without a word.
 * @throws Error with all it has written when it ends with another code than 0
 */
export function runQuietly(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child
      .on('error', reject)
      .on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`${output.trim()}\n${command} ${args.join(' ')} ended with ${code}`)),
      )
  })
}
