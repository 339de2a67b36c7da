import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../scripts/lib/packages.mjs'
import { stopChildAtEnd } from '../../scripts/lib/stop-at-end.mjs'
import { copySources, linkModules, sourceFiles } from '../support/source-tree.mjs'

/**
 * A copy of the sources, in which a measurement may change what it likes.
 * @param keepsCache whether it finds again what it built the last time
 */
export async function createTree(name, { keepsCache = true } = {}) {
  const folder = path.join(root, '.cache', name)
  if (!keepsCache) await rm(folder, { recursive: true, force: true })
  copySources(sourceFiles(), folder)
  linkModules(folder)
  const write = (file, text) => writeFile(path.join(folder, file), text)
  async function run(script, ...args) {
    const running = promisify(execFile)(process.execPath, [script, ...args], { cwd: folder })
    stopChildAtEnd(running.child)
    await running
  }
  return {
    folder,
    write,
    run,
    /** @throws Error when the text is not there */
    async edit(file, from, to) {
      const source = await readFile(path.join(folder, file), 'utf8')
      if (source.search(from) === -1) throw new Error(`${file} has no place for an edit: ${from}`)
      await write(file, source.replace(from, to))
    },
    /** @returns the folder of the built package */
    async build(name) {
      await run('scripts/build.mjs', name)
      return path.join(folder, name, 'dist')
    },
  }
}
