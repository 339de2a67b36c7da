import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { root, workspaceFolders } from '../../../scripts/lib/packages.mjs'

/** Scopes of the workspace's own packages. */
const OURS = ['@site', '@platform']

/** A copy of the sources in which a measurement may change what it likes; what was built and cached in it stays. */
export async function copyTree(tree) {
  await copySources(tree)
  await linkModules(tree)
}

async function copySources(tree) {
  const listed = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
  const isTest = /^(?:e2e|docs|deploy|\.github)\/|\.(?:test|spec)\.tsx?$/
  const files = listed.stdout
    .trim()
    .split('\n')
    .filter((file) => file.startsWith('scripts/templates/') || !isTest.test(file))
  await mkdir(tree, { recursive: true })
  for (const name of await readdir(tree)) {
    if (name !== '.cache') await rm(path.join(tree, name), { recursive: true, force: true })
  }
  for (const file of files) await cp(path.join(root, file), path.join(tree, file)).catch(ignoreDeleted)
}

function ignoreDeleted(error) {
  if (error.code !== 'ENOENT') throw error
}

/** The installed packages of this tree, but the workspace's own of the copy. */
async function linkModules(tree) {
  const [modules, installed] = [path.join(tree, 'node_modules'), path.join(root, 'node_modules')]
  await mkdir(modules)
  for (const name of await readdir(installed)) {
    const isWanted = (name === '.bin' || !name.startsWith('.')) && !OURS.includes(name)
    if (isWanted) await symlink(path.join(installed, name), path.join(modules, name))
  }
  for (const [name, folder] of workspaceFolders()) {
    await mkdir(path.dirname(path.join(modules, name)), { recursive: true })
    await symlink(path.join(tree, folder), path.join(modules, name))
    const own = path.join(root, folder, 'node_modules')
    const isThere = await readdir(own).then(
      () => true,
      () => false,
    )
    if (isThere && name !== '@site/e2e') await symlink(own, path.join(tree, folder, 'node_modules'))
  }
}
