import { findFloorOffences, folderImports, folderOf } from '../floors.mjs'
import { findPackageOffences } from '../package-imports.mjs'

/**
 * What is drawn: the packages that run in production, each with its layer (0 at the bottom: imports nothing) and the imports
 * between its folders, and the imports between packages. Tests are left out.
 * @throws Error naming the imports that lead upward, or packages that import each other in a circle
 */
export function graphOf(house) {
  const files = house.files.filter(({ isTest, isConfiguration }) => !isTest && !isConfiguration)
  const offences = [...findPackageOffences({ ...house, files }), ...findFloorOffences({ ...house, files })]
  if (offences.length > 0) throw new Error(['Not drawn, for not every import leads down:', ...offences].join('\n'))
  const drawn = house.packages.filter(
    ({ name, holds = 'production' }) => name.startsWith('@') && holds === 'production',
  )
  return {
    packages: drawn.map((one) => ({
      name: one.name,
      layer: layerOf(one, drawn),
      floors: floorsWithFiles(one, files),
      folderEdges: uniquePairs(files.filter((file) => file.package === one).flatMap((file) => folderEdges(file, one))),
    })),
    edges: uniquePairs(files.flatMap((file) => packageEdges(file, drawn))),
  }
}

/** One more than the highest of what it may import. */
function layerOf(one, packages, above = []) {
  if (above.includes(one.name)) throw new Error(`Not drawn, for these import each other: ${above.join(' → ')}`)
  const { mayImport, mayImportDynamically = [], name } = one
  const lower = packages.filter((other) => [...mayImport, ...mayImportDynamically].includes(other.name))
  return Math.max(0, ...lower.map((other) => layerOf(other, packages, [...above, name]) + 1))
}

function floorsWithFiles(one, files) {
  const own = files.filter((file) => file.package === one)
  const filled = new Set(one.floors && own.map((file) => folderOf(file.path, one)?.folder))
  return (one.floors ?? [])
    .map((floor) => floor.filter((folder) => filled.has(folder)))
    .filter(({ length }) => length > 0)
}

function folderEdges(file, one) {
  if (!one.floors) return []
  return folderImports(file, one).map(({ to }) => [folderOf(file.path, one)?.folder, to.folder])
}

function packageEdges({ package: from, imports }, drawn) {
  if (!drawn.includes(from)) return []
  return imports
    .filter(({ to }) => drawn.includes(to?.package) && to.package !== from)
    .map(({ to }) => [from.name, to.package.name])
}

/** Each once, however many files import it: a drawing that counted would be of other imports after every change. */
function uniquePairs(pairs) {
  const keys = new Set(pairs.map((pair) => pair.join('\n')))
  return [...keys].sort().map((key) => {
    const [from, to] = key.split('\n')
    return { from, to }
  })
}
