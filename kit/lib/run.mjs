import { spawn } from 'node:child_process'
import { root } from './places.cjs'
import { isInterrupted, stopAll } from './stop-at-end.mjs'

/** Runs a command to its end: an error is a line without a stack, and what runs is stopped. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    if (isInterrupted()) return
    console.error(error.message)
    process.exitCode = 1
    await stopAll()
  }
}

/** No command waits for ever; the nightly browser tests take longest. */
const timeout = 4 * 60 * 60 * 1_000

export function run(command, args, { cwd = root, env } = {}) {
  return new Promise((resolve, reject) => {
    spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit', timeout })
      .on('error', reject)
      .on('exit', (code) => (code === 0 ? resolve() : reject(new Error(endOf(command, args, code)))))
  })
}

export function runQuietly(command, args, env) {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio, timeout })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child
      .on('error', reject)
      .on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`${output.trim()}\n${endOf(command, args, code)}`)),
      )
  })
}

const endOf = (command, args, code) =>
  `${command} ${args.join(' ')} ${code === null ? 'was stopped by a signal or its deadline' : `ended with ${code}`}`
