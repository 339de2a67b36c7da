import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { nodePackages, root } from './packages.mjs'

const common = [
  'federation.cjs',
  'webpack.base.cjs',
  'package-lock.json',
  ...['emit-types', 'pack-release', 'refuse-vague-types'].map((name) => `scripts/lib/${name}.mjs`),
]
const ignored = /(^|\/)(dist|node_modules|coverage)\/|\.test\.tsx?$/

/** Hash of everything a package's build depends on: its sources, `shared`, the build itself and the lock file. */
export function inputHash(name) {
  const folders = nodePackages.includes(name)
    ? ['platform', 'api', 'shared', 'scripts/webpack']
    : [name, 'shared', 'scripts/webpack']
  const files = [...common, ...folders.flatMap(filesBelow)].sort()
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !ignored.test(file))
}
