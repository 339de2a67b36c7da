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
const LONGEST_MS = 4 * 60 * 60 * 1_000

export function run(command, args, { cwd = root, env, stdio = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    // The timer of spawn's `timeout` outlives a missing program.
    const signal = AbortSignal.timeout(LONGEST_MS)
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio, signal })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
    child
      .on('error', (error) => signal.aborted || reject(error))
      .on('close', (code) => {
        if (code === 0) return resolve()
        const how = code === null ? 'was stopped by a signal or its deadline' : `ended with ${code}`
        reject(new Error(`${output.trim()}\n${command} ${args.join(' ')} ${how}`.trimStart()))
      })
  })
}

/** Prints what the command writes only when it fails. */
export const runQuietly = (command, args, env) => run(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
