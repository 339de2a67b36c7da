import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { workspaceFolders } from '../../scripts/lib/packages.mjs'
import { root } from '../support/site'

/** Installing takes a minute and is no command of the table: what is installed is borrowed, entry by entry. */
const INSTALLED = 'node_modules'
const OURS = ['@site', '@platform']

/**
 * A fresh clone of the repository, with what is not committed yet: no build, no cache, no site.
 * @returns its folder; who asked for it removes it
 */
export async function cloneRepository(): Promise<string> {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'site-clone-')), 'site')
  await cloneInto(folder)
  for (const owner of ['.', ...workspaceFolders().values()]) await borrowInstalled(owner, folder)
  return folder
}

/** The same in this folder, without anything installed. */
export async function cloneInto(folder: string): Promise<void> {
  git(path.dirname(folder), 'clone', '--quiet', root, folder)
  git(folder, 'config', 'user.name', 'Developer')
  git(folder, 'config', 'user.email', 'developer@example.com')
  if (await copyUncommitted(folder)) git(folder, 'commit', '--quiet', '--all', '--message', 'chore: not committed yet')
}

export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
}

export function removeClone(folder: string): Promise<void> {
  return rm(path.dirname(folder), { recursive: true, force: true, maxRetries: 10 })
}

/** @returns whether there was anything. */
async function copyUncommitted(folder: string): Promise<boolean> {
  const list = (...kind: string[]) =>
    git(root, 'ls-files', '-z', '--exclude-standard', ...kind)
      .split('\0')
      .filter(Boolean)
  const deleted = new Set(list('--deleted'))
  const changed = list('--modified', '--others').filter((file) => !deleted.has(file))
  for (const file of deleted) await rm(path.join(folder, file), { force: true })
  for (const file of changed) await cp(path.join(root, file), path.join(folder, file))
  git(folder, 'add', '--all')
  return git(folder, 'status', '--porcelain') !== ''
}

/** The workspace's own packages are links into the repository: in the clone they lead into the clone. */
async function borrowInstalled(owner: string, folder: string): Promise<void> {
  const from = path.join(root, owner, INSTALLED)
  const to = path.join(folder, owner, INSTALLED)
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from).catch(() => [])) {
    if (!OURS.includes(name)) await symlink(path.join(from, name), path.join(to, name))
    else await cp(path.join(from, name), path.join(to, name), { recursive: true, verbatimSymlinks: true })
  }
}
