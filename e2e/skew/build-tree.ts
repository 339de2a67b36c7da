import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copySources, linkModules, sourceFiles } from '../support/copies.mjs'
import { environment, root } from '../support/site'

const patches = path.resolve(import.meta.dirname, 'patches')

/** Builds these packages from the sources with the patch of this name. @returns the folder of the tree */
export function buildTree(name: string, packages: readonly string[]): string {
  const tree = path.join(root, '.cache/skew', name)
  const patch = path.join(patches, `${name}.patch`)
  const files = sourceFiles()
  const state = stateOf(files, patch)
  const stamp = path.join(tree, '.stamp')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== state) {
    copySources(files, tree)
    linkModules(tree)
    // Little context keeps the patch applicable after nearby changes.
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
