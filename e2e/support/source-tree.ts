import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { workspaceFolders } from '../../scripts/lib/packages.mjs'
import { root } from './site'

/** Scopes of the workspace's own packages. */
const OURS = ['@site', '@platform']

/** What packages are built from: every file git knows or could know, without tests and documents. */
export function sourceFiles(): string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
    .toString()
    .trim()
    .split('\n')
  const isTest = /^(?:e2e|docs|deploy|\.github)\/|\.(?:test|spec)\.tsx?$/
  // What a new remote begins with has its test.
  const isWanted = (file: string) => file.startsWith('scripts/templates/') || !isTest.test(file)
  return files.filter((file) => isWanted(file) && existsSync(path.join(root, file)))
}

/** What was built and cached stays; sources that are gone are gone. */
export function copySources(files: readonly string[], tree: string): void {
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
export function linkModules(tree: string): void {
  const modules = path.join(tree, 'node_modules')
  const installed = path.join(root, 'node_modules')
  rmSync(modules, { recursive: true, force: true })
  mkdirSync(modules)
  for (const name of readdirSync(installed)) {
    if ((name === '.bin' || !name.startsWith('.')) && !OURS.includes(name)) {
      symlinkSync(path.join(installed, name), path.join(modules, name))
    }
  }
  for (const [name, folder] of workspaceFolders()) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true })
    symlinkSync(path.join(tree, folder), path.join(modules, name))
    const own = path.join(root, folder, 'node_modules')
    if (name !== '@site/e2e' && existsSync(own) && !existsSync(path.join(tree, folder, 'node_modules'))) {
      symlinkSync(own, path.join(tree, folder, 'node_modules'))
    }
  }
}
