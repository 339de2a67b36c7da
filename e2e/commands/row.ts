import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { root } from '../support/site'
import { runCommand } from './command'

/** Runs one command of the README's table, looks at what it has done and at what it refuses. */
export type Row = (context: { clone: string; page: Page; does: string }) => Promise<void>

/** The commands of the README's table, in its order, and what each says it does. */
export function readCommands(): [command: string, does: string][] {
  const table = readFileSync(path.join(root, 'README.md'), 'utf8').match(/## Commands\n([\s\S]*?)\n## /)?.[1] ?? ''
  const [, , ...lines] = table.split('\n').filter((line) => line.startsWith('|'))
  return lines.map((line) => {
    const [command = '', does = ''] = line.replace(/^\| | \|$/g, '').split(' | ')
    return [command.replaceAll('`', ''), does]
  })
}

/** Runs a command that must succeed. @returns what it has written */
export async function mustRun(folder: string, line: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { code, output } = await runCommand(folder, line, env)
  expect(code, `${line}\n${output}`).toBe(0)
  return output
}

/** Runs a command that must refuse, and say why. */
export async function mustRefuse(folder: string, line: string, why: RegExp | string, env: NodeJS.ProcessEnv = {}) {
  const { code, output } = await runCommand(folder, line, env)
  expect(output, line).toMatch(why)
  expect(output, 'in words, not as a stack').not.toMatch(/^\s+at .*(?:\/scripts\/|\/dist\/|node:).*:\d+\)?$/m)
  expect([1, 2], `${line}\n${output}`).toContain(code)
}

/** Replaces a text in a file of the clone, which must be there. */
export async function edit(clone: string, file: string, from: string, to: string): Promise<void> {
  const before = await readFile(path.join(clone, file), 'utf8')
  if (!before.includes(from)) throw new Error(`${file} has no "${from}"`)
  await writeFile(path.join(clone, file), before.replace(from, to))
}

/** One text of one page, for tests that change it. */
export const SOURCE = 'catalog/src/courses/get-started.tsx'
export const HEADING = 'Not sure which course you need?'
export const OTHER_HEADING = 'Which course is yours?'
