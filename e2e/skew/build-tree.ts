import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { environment, root } from '../support/site'

const patches = path.resolve(import.meta.dirname, 'patches')

/**
 * Another version of the sources, built for real: this tree with a patch. It stays in `.cache/skew`, so that only
 * what changed since the last time is built again.
 * @returns the folder, with `<package>/dist` in it
 */
export function buildTree(name: string, packages: readonly string[]): string {
  const tree = path.join(root, '.cache/skew', name)
  const patch = path.join(patches, `${name}.patch`)
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
    .toString()
    .trim()
    .split('\n')
    .filter(
      (file) =>
        !/^(?:e2e|docs|deploy|\.github)\/|\.(?:test|spec)\.tsx?$/.test(file) && existsSync(path.join(root, file)),
    )
  const state = stateOf(files, patch)
  const stamp = path.join(tree, '.stamp')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== state) {
    copyTree(files, tree)
    linkModules(tree)
    // Little context, so that a change nearby does not break the patch.
    execFileSync('git', ['apply', '-C1', '--directory', path.relative(root, tree), patch], { cwd: root })
    writeFileSync(stamp, state)
  }
  execFileSync(process.execPath, [path.join(tree, 'scripts/build.mjs'), ...packages], {
    cwd: tree,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return tree
}

function stateOf(files: readonly string[], patch: string): string {
  const hash = createHash('sha256')
  for (const file of [...files.map((it) => path.join(root, it)), patch]) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** What was built and cached stays; sources that are gone are gone. */
function copyTree(files: readonly string[], tree: string): void {
  mkdirSync(tree, { recursive: true })
  for (const name of readdirSync(tree)) {
    if (name === '.cache' || name === 'node_modules') continue
    const sources = path.join(tree, name, 'src')
    rmSync(existsSync(sources) ? sources : path.join(tree, name), { recursive: true, force: true })
  }
  for (const file of files) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
    copyFileSync(path.join(root, file), path.join(tree, file))
  }
}

/** The installed packages of this tree, but the workspace's own of the other. */
function linkModules(tree: string): void {
  const modules = path.join(tree, 'node_modules')
  rmSync(modules, { recursive: true, force: true })
  mkdirSync(path.join(modules, '@site'), { recursive: true })
  const installed = path.join(root, 'node_modules')
  for (const name of readdirSync(installed)) {
    if ((name === '.bin' || !name.startsWith('.')) && name !== '@site')
      symlinkSync(path.join(installed, name), path.join(modules, name))
  }
  for (const name of readdirSync(path.join(installed, '@site'))) {
    symlinkSync(path.join(tree, name), path.join(modules, '@site', name))
    const own = path.join(root, name, 'node_modules')
    if (name !== 'e2e' && existsSync(own) && !existsSync(path.join(tree, name, 'node_modules'))) {
      symlinkSync(own, path.join(tree, name, 'node_modules'))
    }
  }
}
