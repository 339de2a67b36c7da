import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../../scripts/lib/packages.mjs'
import { stopChildAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { copyTree } from '../site/copy-tree.mjs'
import { pageSource, releaseSource } from './part-sources.mjs'

/** What was built in it stays for the next time. */
const tree = path.join(root, '.cache/scale')
const ROUTES = 'shell/src/remotes/route-modules.ts'
/** A text of the shell that stands in every page. */
const NOTICE = 'shell/src/document/start-notice.ts'

/**
 * A copy of the sources with one remote of the template besides, whose release lists `pages` pages.
 * @returns what builds the remote, and the shell for any number of remotes like it
 */
export async function makeTree(name, pages) {
  await copyTree(tree)
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
    /** The shell's next release, which changes every page. */
    async buildNextShell(names) {
      const source = await readFile(path.join(root, NOTICE), 'utf8')
      const changed = source.replace('Links work', 'Links work already')
      if (changed === source) throw new Error(`${NOTICE} does not say what it did`)
      await write(NOTICE, changed)
      const shell = await this.buildShell(names)
      await write(NOTICE, source)
      return shell
    },
    async buildShell(names) {
      const all = names.map((it) => own.replaceAll(name, it).replace("':", "/:id':"))
      await write(ROUTES, routes.replace(own, all.join('')))
      await run('scripts/build.mjs', 'shell')
      return path.join(tree, 'shell/dist')
    },
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
