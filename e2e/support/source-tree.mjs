import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root, workspaceFolders } from '../../scripts/lib/packages.mjs'

/** Scopes of the workspace's own packages. */
const OURS = ['@site', '@platform']

/** What packages are built from: every file that git knows or would add, without tests and documents. */
export function sourceFiles() {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root }).toString().trim()
  const isTest = /^(?:e2e|docs|deploy|\.github)\/|\.(?:test|spec)\.tsx?$/
  // A new remote begins with the template's test.
  const isWanted = (file) => file.startsWith('scripts/templates/') || !isTest.test(file)
  return files.split('\n').filter((file) => isWanted(file) && existsSync(path.join(root, file)))
}

/** Keeps what was built and cached in the tree; removes sources that are gone. */
export function copySources(files, tree) {
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

/** Links the installed packages of this repository, but the workspace's own from the tree. */
export function linkModules(tree) {
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
