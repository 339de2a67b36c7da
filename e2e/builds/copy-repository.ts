import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { workspaceFolders } from '../../scripts/lib/packages.mjs'
import { root } from '../support/site'
import { copySources, sourceFiles } from '../support/source-tree.mjs'

const INSTALLED = 'node_modules'
/** The federation plugin writes into its folder there; a build makes what it needs of that. */
const WRITTEN = ['.cache', '.federation']
/** npm writes into this file, and would into that of the repository. */
const NPM_LIST = '.package-lock.json'

/** Folders that belong to tests stand here: files can be linked from within one file system alone. */
export const copies = path.join(root, '.cache/copies')

/**
 * The sources in another folder, without anything built. Installed packages are the folder's own: a build looks
 * through a link, and would see the paths of this repository.
 */
export function copyRepository(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  copySources(sourceFiles(), folder)
  linkInstalled(root, folder)
}

/** All that is in a folder, as `cp -a` copies it, but for the sockets of a server that did not end in order. */
export function copyWhole(from: string, to: string): void {
  const isOwn = (file: string) => path.basename(file) !== INSTALLED && !lstatSync(file).isSocket()
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, filter: isOwn })
  linkInstalled(from, to)
}

/** What is installed in one folder of the repository, as another folder's own: linked file by file. */
export function linkInstalled(from: string, to: string): void {
  for (const owner of ['.', ...workspaceFolders().values()]) {
    const installed = path.join(from, owner, INSTALLED)
    if (existsSync(installed) && existsSync(path.join(to, owner))) {
      linkFiles(installed, path.join(to, owner, INSTALLED))
    }
  }
}

/** Links into the workspace are relative, and lead into the workspace of the copy. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isDirectory()) {
      if (!WRITTEN.includes(entry.name)) linkFiles(source, target)
    } else if (entry.name === NPM_LIST) copyFileSync(source, target)
    else linkSync(source, target)
  }
}
