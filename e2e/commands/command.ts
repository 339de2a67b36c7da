import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { expect } from '@playwright/test'
import { freePort } from '../../scripts/lib/free-port.mjs'

const STARTING_MS = 800_000

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
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (written += chunk))
  const output = () => stripVTControlCharacters(written)
  running.set(pid, { line, output })
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject).once('close', (status) => resolve(status ?? 1))
  })
  /** Nothing that it has started may be left. */
  async function end(send: () => void): Promise<void> {
    if (child.exitCode === null) send()
    await ended
    await expect.poll(() => hasProcess(pid ?? 0), `"${line}" leaves processes behind`).toBe(false)
    running.delete(pid ?? 0)
  }
  return {
    url: `http://localhost:${port}`,
    pid,
    output,
    ended,
    /** Waits until it has written something. */
    async writes(text: RegExp): Promise<void> {
      const isOver = () => text.test(output()) || child.exitCode !== null
      await expect.poll(isOver, { timeout: STARTING_MS, intervals: [100] }).toBe(true)
      expect(output(), `"${line}" ended with ${child.exitCode}`).toMatch(text)
    },
    /** Ctrl+C: a terminal tells the whole group. */
    stop: () => end(() => process.kill(-pid, 'SIGINT')),
    /** A plain `kill` of what was typed. */
    kill: () => end(() => process.kill(pid, 'SIGTERM')),
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
