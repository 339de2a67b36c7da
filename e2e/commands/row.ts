import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../support/site'

/** Runs one command of the README's table and looks at what it has done. */
export type Row = (context: { clone: string; page: Page }) => Promise<void>

/** The commands of the README's table, in its order, and what each says it does. */
export function readCommands(): [command: string, does: string][] {
  const table = readFileSync(path.join(root, 'README.md'), 'utf8').match(/## Commands\n([\s\S]*?)\n## /)?.[1] ?? ''
  return [...table.matchAll(/^\| `(npm [^`]+)` \| (.+) \|$/gm)].map(([, command = '', does = '']) => [command, does])
}

/** Replaces a text in a file of the clone, which must be there. */
export async function edit(clone: string, file: string, from: string, to: string): Promise<void> {
  const before = await readFile(path.join(clone, file), 'utf8')
  if (!before.includes(from)) throw new Error(`${file} has no "${from}"`)
  await writeFile(path.join(clone, file), before.replace(from, to))
}
