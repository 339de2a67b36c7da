import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { copySources, linkModules, sourceFiles } from '../support/copies.mjs'
import { environment, root } from '../support/site'

/** Builds these packages from the sources with the patch of this name. @returns the folder of the tree */
export function buildTree(name: string, packages: readonly string[]): string {
  const tree = path.join(root, '.cache/skew', name)
  copySources(sourceFiles(), tree)
  linkModules(tree)
  const patch = path.join(import.meta.dirname, 'patches', `${name}.patch`)
  // Little context keeps the patch applicable after nearby changes.
  execFileSync('git', ['apply', '-C1', '--directory', path.relative(root, tree), patch], { cwd: root })
  execFileSync(process.execPath, [path.join(tree, 'scripts/build.mjs'), ...packages], {
    cwd: tree,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return tree
}
