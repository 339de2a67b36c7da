import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { expect } from '@playwright/test'
import { freePort } from '../../scripts/lib/free-port.mjs'

/** What a test has started, by the line that was typed, until its whole group has ended. */
const running = new Map<number, { line: string; output: () => string }>()

/** Starts a command as a user would type it, on a port of its own. */
export async function startCommand(folder: string, line: string, env: NodeJS.ProcessEnv = {}) {
  const port = await freePort()
  const [program = '', ...args] = line.split(' ')
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...userEnvironment(), PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which is what Ctrl+C ends.
    detached: true,
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`"${line}" does not start`)
  let written = ''
  const output = () => stripVTControlCharacters(written)
  running.set(pid, { line, output })
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      written += chunk
      notify()
    })
  }
  let code: number | undefined
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject).once('close', (status) => {
      code = status ?? 1
      resolve(code)
      notify()
    })
  })
  return {
    url: `http://localhost:${port}`,
    pid,
    output,
    ended,
    /** Waits until it has written something. */
    writes(text: RegExp): Promise<void> {
      return new Promise((resolve, reject) => {
        const look = () => {
          if (text.test(output())) resolve()
          else if (code === undefined) return
          else reject(new Error(`"${line}" ended with ${code} and did not write ${text}:\n${output()}`))
          listeners.delete(look)
        }
        listeners.add(look)
        look()
      })
    },
    /** Ctrl+C: a terminal tells the whole group. Nothing of it may be left. */
    async stop(): Promise<void> {
      if (code === undefined) process.kill(-pid, 'SIGINT')
      await ended
      await isGone(pid, line)
    },
    /** A plain `kill` of what was typed; nothing that it started may be left. */
    async kill(): Promise<void> {
      process.kill(pid, 'SIGTERM')
      await ended
      await isGone(pid, line)
    },
  }
}

/** Runs a command to its end. */
export async function runCommand(folder: string, line: string, env: NodeJS.ProcessEnv = {}) {
  const command = await startCommand(folder, line, env)
  const code = await command.ended
  running.delete(command.pid)
  return { code, output: command.output() }
}

/** Ends what a test that failed has left, and gives what it had written. */
export function endCommands(): { line: string; output: string }[] {
  const left = [...running].map(([pid, { line, output }]) => {
    if (hasProcess(pid)) process.kill(-pid, 'SIGKILL')
    return { line, output: output() }
  })
  running.clear()
  return left
}

async function isGone(pid: number, line: string): Promise<void> {
  await expect.poll(() => hasProcess(pid), `"${line}" leaves processes behind`).toBe(false)
  running.delete(pid)
}

/** Whether any process of this group is left. */
function hasProcess(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

/** Without what this test runner has set for itself and its workers. */
function userEnvironment(): NodeJS.ProcessEnv {
  const own = /^(NODE_ENV|NODE_OPTIONS|CI$|FORCE_COLOR|DEBUG_COLORS|SITE_|BUILT_|TEST_|PLAYWRIGHT|PW|npm_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
}
