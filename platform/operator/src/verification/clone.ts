import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { printable } from '../format/printable'
import { runProgram } from './run-program'

/** What git may not run or convert for us, whatever somebody has set up. */
const PLAIN = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.autocrlf=false']

/** A clone of the repository, which is read and never written to. */
export type Clone = {
  /** Its outermost folder. */
  folder: string
  /** The commit it is at, and how many files stand there otherwise than in that commit. */
  head: string
  changedFiles: number
}

/** @throws Refusal when the folder is in no clone. */
export async function openClone(from: string, signal: AbortSignal): Promise<Clone> {
  const cwd = path.resolve(from)
  const ask = (...args: string[]) =>
    runProgram('git', [...PLAIN, '--no-optional-locks', '-C', cwd, ...args], { cwd: '/', signal })
  const folder = (await ask('rev-parse', '--show-toplevel')).replace(/\n$/, '')
  const head = (await ask('rev-parse', 'HEAD')).trim()
  const changed = await ask('status', '--porcelain', '-z', '--no-renames')
  return { folder, head, changedFiles: changed.split('\0').filter(Boolean).length }
}

/** The tag of a release, as `npm run release` makes it. */
export function tagOf(name: string, version: string): string {
  return `@site/${name}@${version}`
}

/**
 * Takes what a tag names, and nothing else of the clone, into a new folder: not what stands in the clone's own folder, a branch
 * of that name, its settings or its hooks.
 * @returns the commit
 * @throws Refusal when the clone has no such tag
 */
export async function checkOutTag(clone: Clone, tag: string, folder: string, signal: AbortSignal): Promise<string> {
  const git = (...args: string[]) => runProgram('git', [...PLAIN, ...args], { cwd: folder, signal })
  const names = await git('ls-remote', '--tags', clone.folder, `refs/tags/${tag}`)
  if (names.trim() === '') {
    throw new Refusal(
      `${clone.folder} has no tag ${tag}, so nobody knows of which commit that release was made. ` +
        'If it is a release of "npm run release", fetch its tag: git fetch --tags',
    )
  }
  await git('init', '--quiet')
  await git('fetch', '--quiet', '--depth', '1', '--no-tags', clone.folder, `refs/tags/${tag}`)
  await git('checkout', '--quiet', '--detach', 'FETCH_HEAD')
  return (await git('rev-parse', 'HEAD')).trim()
}

/** @throws Refusal when there is no such package, or it says no version */
export async function readVersion(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name, 'package.json')
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (!hasErrorCode(cause, 'ENOENT', 'ENOTDIR')) throw cause
    throw new Refusal(`The commit has no ${name}/package.json`, { cause })
  })
  try {
    return printable(String(JSON.parse(text).version))
  } catch (cause) {
    throw new Refusal(`${name}/package.json of the commit is not JSON`, { cause })
  }
}
