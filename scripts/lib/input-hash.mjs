import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readPackage, root, workspaceFolders } from './packages.mjs'

/** What every build is made with. */
const tools = [
  'federation.cjs',
  'webpack.base.cjs',
  'tsconfig.base.json',
  'package-lock.json',
  'scripts/pack.mjs',
  ...['emit-types', 'local-version', 'pack-release', 'refuse-vague-types', 'release-package'].map(
    (name) => `scripts/lib/${name}.mjs`,
  ),
]
const ignored = /(^|\/)(dist|node_modules|coverage)\/|\.test\.tsx?$/

/**
 * Hash of everything a package's build depends on: its sources and those of the packages of the workspace that it
 * depends on, at whatever remove, the build itself and the lock file.
 * @param folder of the package, from the root
 */
export function inputHash(folder) {
  const files = [...tools, ...[...dependenciesOf(folder), 'scripts/webpack'].flatMap(filesBelow)]
  const hash = createHash('sha256')
  for (const file of [...new Set(files)].sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/** @returns the folders of the package and of all packages of the workspace that go into its build */
export function dependenciesOf(folder) {
  const folders = workspaceFolders()
  const found = new Set([folder])
  // A set is walked to its end, with what is added on the way.
  for (const each of found) {
    for (const name of Object.keys(readPackage(each).dependencies ?? {})) {
      if (folders.has(name)) found.add(folders.get(name))
    }
  }
  return [...found]
}

function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !ignored.test(file))
}
