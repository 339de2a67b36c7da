import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { root, workspaceFolders } from '../../../scripts/lib/packages.mjs'
import { stopChildAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { pageSource, releaseSource } from './part-sources.mjs'

/** What was built in it stays for the next time. */
const tree = path.join(root, '.cache/scale')
const ROUTES = 'shell/src/remotes/route-modules.ts'
/** Scopes of the workspace's own packages. */
const OURS = ['@site', '@platform']

/**
 * A copy of the sources with one remote of the template besides, whose release lists `pages` pages.
 * @returns what builds the remote, and the shell for any number of remotes like it
 */
export async function makeTree(name, pages) {
  await copySources()
  await linkModules()
  await run('scripts/new-remote.mjs', name)
  await write(`${name}/src/${name}-page.tsx`, pageSource(name))
  await write(`${name}/src/release.ts`, releaseSource(name, pages))
  const routes = await readFile(path.join(tree, ROUTES), 'utf8')
  const own = `  '/${name}': '${name}/${name}-page',\n`
  return {
    async buildRemote() {
      await run('scripts/build.mjs', name)
      return path.join(tree, name, 'dist')
    },
    async buildShell(names) {
      const all = names.map((it) => own.replaceAll(name, it).replace("':", "/:id':"))
      await write(ROUTES, routes.replace(own, all.join('')))
      await run('scripts/build.mjs', 'shell')
      return path.join(tree, 'shell/dist')
    },
  }
}

async function copySources() {
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
async function linkModules() {
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

function write(file, content) {
  return writeFile(path.join(tree, file), content)
}

async function run(script, ...args) {
  const running = promisify(execFile)(process.execPath, [script, ...args], { cwd: tree })
  stopChildAtEnd(running.child)
  await running
}
