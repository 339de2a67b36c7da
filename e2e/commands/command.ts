import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { root, start } from '../support/site'

export type Row = (context: { clone: string; page: Page; does: string }) => Promise<void>

export function readCommands(): [command: string, does: string][] {
  const table = readFileSync(path.join(root, 'README.md'), 'utf8').match(/## Commands\n([\s\S]*?)\n## /)?.[1] ?? ''
  const [, , ...lines] = table.split('\n').filter((line) => line.startsWith('|'))
  return lines.map((line) => {
    const [command = '', does = ''] = line.replace(/^\| | \|$/g, '').split(' | ')
    return [command.replaceAll('`', ''), does]
  })
}

export async function mustRun(folder: string, line: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { code, output } = await runCommand(folder, line, env)
  expect(code, `${line}\n${output}`).toBe(0)
  return output
}

export async function mustRefuse(folder: string, line: string, why: RegExp | string, env: NodeJS.ProcessEnv = {}) {
  const { code, output } = await runCommand(folder, line, env)
  expect(output, line).toMatch(why)
  expect(output, 'in words, not as a stack').not.toMatch(/^\s+at .*(?:\/scripts\/|\/dist\/|node:).*:\d+\)?$/m)
  expect([1, 2], `${line}\n${output}`).toContain(code)
}

export async function edit(clone: string, file: string, from: string, to: string): Promise<void> {
  const before = await readFile(path.join(clone, file), 'utf8')
  if (!before.includes(from)) throw new Error(`${file} has no "${from}"`)
  await writeFile(path.join(clone, file), before.replace(from, to))
}

export const SOURCE = 'catalog/src/courses/get-started.tsx'
export const HEADING = 'Not sure which course you need?'
export const OTHER_HEADING = 'Which course is yours?'

const STARTING_MS = 800_000
export const READY = /^ready http:\/\/localhost:\d+$/m

const running = new Map<number, { line: string; output: () => string }>()

export async function startCommand(folder: string, line: string, env: NodeJS.ProcessEnv = {}) {
  const port = await freePort()
  const [program = '', ...args] = line.split(' ')
  const environment = { ...userEnvironment(), PORT: String(port), ...env }
  const started = start(program, args, environment, { cwd: folder, detached: true })
  const { child, ended } = started
  const { pid } = child
  if (pid === undefined) throw new Error(`"${line}" does not start`)
  const output = () => stripVTControlCharacters(started.output())
  running.set(pid, { line, output })
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
    async writes(text: RegExp): Promise<void> {
      const isOver = () => text.test(output()) || child.exitCode !== null
      await expect.poll(isOver, { timeout: STARTING_MS, intervals: [100] }).toBe(true)
      expect(output(), `"${line}" ended with ${child.exitCode}`).toMatch(text)
    },
    stop: () => end(() => process.kill(-pid, 'SIGINT')),
    kill: () => end(() => process.kill(pid, 'SIGTERM')),
  }
}

export async function runCommand(folder: string, line: string, env: NodeJS.ProcessEnv = {}) {
  const command = await startCommand(folder, line, env)
  const code = await command.ended
  running.delete(command.pid)
  return { code, output: command.output() }
}

export function endCommands(): { line: string; output: string }[] {
  const left = [...running].map(([pid, { line, output }]) => {
    if (hasProcess(pid)) process.kill(-pid, 'SIGKILL')
    return { line, output: output() }
  })
  running.clear()
  return left
}

function hasProcess(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

function userEnvironment(): NodeJS.ProcessEnv {
  const own = /^(NODE_ENV|NODE_OPTIONS|CI$|FORCE_COLOR|DEBUG_COLORS|SITE_|BUILT_|TEST_|PLAYWRIGHT|PW|npm_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
}
