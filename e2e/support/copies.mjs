import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root, workspaceFolders } from '../../scripts/lib/packages.mjs'

const INSTALLED = 'node_modules'
const OURS = ['@site', '@platform']
const PROGRAMS = '.bin'
const WRITTEN = ['.cache', '.federation']

export const copies = path.join(root, '.cache/copies')

/** @type {(folder: string, ...args: string[]) => string} */
export const git = (folder, ...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })

const listFiles = () => git(root, 'ls-files', '-z', '-co', '--exclude-standard').split('\0').filter(Boolean)

export function sourceFiles() {
  const isTest = /^(?:e2e|docs|deploy|\.github)\/|\.(?:test|spec)\.tsx?$/
  const isWanted = (/** @type {string} */ file) => file.startsWith('kit/template/') || !isTest.test(file)
  return listFiles().filter((file) => isWanted(file) && existsSync(path.join(root, file)))
}

/**
 * Keeps what was built and cached in the tree; removes sources that are gone.
 * @param {readonly string[]} files
 * @param {string} tree
 */
export function copySources(files, tree) {
  mkdirSync(tree, { recursive: true })
  for (const name of readdirSync(tree)) {
    if (name === '.cache' || name === INSTALLED) continue
    const sources = ['src', 'public'].map((part) => path.join(tree, name, part)).filter((it) => existsSync(it))
    // A package that a run made goes whole.
    const isOurs = sources.length > 0 && files.some((file) => file.startsWith(`${name}/`))
    for (const old of isOurs ? sources : [path.join(tree, name)]) rmSync(old, { recursive: true, force: true })
  }
  for (const file of files) copyInto(tree, file)
}

/** The sources in another folder, nothing built, with installed packages of its own. @param {string} folder */
export function copyRepository(folder) {
  rmSync(folder, { recursive: true, force: true })
  copySources(sourceFiles(), folder)
  copyInstalled(folder)
}

/**
 * A git clone in the folder, with what is not committed yet as a commit of its own; nothing is installed.
 * @param {string} folder
 */
export function cloneInto(folder) {
  git(path.dirname(folder), 'clone', '--quiet', root, folder)
  // A release in the clone must not push into this repository.
  git(folder, 'remote', 'remove', 'origin')
  git(folder, 'config', 'user.name', 'Developer')
  git(folder, 'config', 'user.email', 'developer@example.com')
  for (const file of listFiles()) {
    if (existsSync(path.join(root, file))) copyInto(folder, file)
    else rmSync(path.join(folder, file), { force: true })
  }
  git(folder, 'add', '--all')
  const isChanged = git(folder, 'status', '--porcelain') !== ''
  if (isChanged) git(folder, 'commit', '--quiet', '--message', 'chore: not committed yet')
}

/** @type {(tree: string, file: string) => void} */
function copyInto(tree, file) {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
  copyFileSync(path.join(root, file), path.join(tree, file))
}

/**
 * Gives a copy the installed packages as symbolic links, and the workspace's own from the copy.
 * @param {string} tree
 */
export function linkModules(tree) {
  const modules = path.join(tree, INSTALLED)
  const installed = path.join(root, INSTALLED)
  rmSync(modules, { recursive: true, force: true })
  mkdirSync(modules)
  for (const name of readdirSync(installed)) {
    if (name === PROGRAMS) copyVerbatim(path.join(installed, name), path.join(modules, name))
    else if (![...OURS, ...WRITTEN].includes(name)) symlinkSync(path.join(installed, name), path.join(modules, name))
  }
  for (const [name, folder] of workspaceFolders()) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true })
    symlinkSync(path.join(tree, folder), path.join(modules, name))
    const [own, copy] = [root, tree].map((it) => path.join(it, folder, INSTALLED))
    if (existsSync(own) && existsSync(path.dirname(copy)) && !existsSync(copy)) symlinkSync(own, copy)
  }
}

/**
 * Gives a copy installed packages of its own: a build looks through a symbolic link, and would see the paths of the
 * repository.
 * @param {string} tree
 */
function copyInstalled(tree) {
  for (const owner of ['.', ...workspaceFolders().values()]) {
    const installed = path.join(root, owner, INSTALLED)
    if (existsSync(installed) && existsSync(path.join(tree, owner)))
      copyVerbatim(installed, path.join(tree, owner, INSTALLED))
  }
}

/** @type {(from: string, to: string) => void} */
function copyVerbatim(from, to) {
  const filter = (/** @type {string} */ file) => !WRITTEN.includes(path.basename(file))
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter })
}

/**
 * Builds these packages from the sources with the patch of this name.
 * @param {string} name
 * @param {readonly string[]} packages
 * @returns the folder of the tree
 */
export function buildPatched(name, packages) {
  const tree = path.join(root, '.cache/skew', name)
  copySources(sourceFiles(), tree)
  linkModules(tree)
  // Little context keeps the patch applicable after nearby changes.
  git(root, 'apply', '-C1', '--directory', path.relative(root, tree), `e2e/skew/patches/${name}.patch`)
  const { NODE_ENV: _, ...env } = process.env
  const build = [path.join(tree, 'scripts/build.mjs'), ...packages]
  execFileSync(process.execPath, build, { cwd: tree, env, stdio: ['ignore', 'inherit', 'inherit'] })
  return tree
}
