import { parseFile } from './parse-file.mjs'
import { ownerOf, resolveImport } from './resolve-import.mjs'

const TEST = /\.(test|spec|test-table)\.|(^|\/)testing\//
/** What a tool reads when it runs in the package: `webpack.config.cjs`. */
const CONFIGURATION = /\.config\.[cm]?[jt]s$/

/**
 * What every rule looks at: the settings, the packages that exist, and every source file of theirs with its imports (each with
 * where it leads, see `resolveImport`) and the names it gives. A package of borders.json without a package.json is left out:
 * it has not moved in yet. `unowned` are the files of no package.
 * @param manifests the parsed package.json of each folder; `.` is the root's
 * @param texts the text of every source file by its path
 */
export function buildHouse({ settings, manifests, texts }) {
  const packages = settings.packages
    .map((one) => ({
      ...one,
      folders: [one.folder, ...(one.otherFolders ?? [])],
      manifest: manifests[one.manifest ?? one.folder],
    }))
    .filter(({ manifest }) => manifest)
  const context = { packages, paths: new Set(Object.keys(texts)) }
  const files = Object.entries(texts).flatMap(([file, text]) => describe(file, text, context))
  const unowned = Object.keys(texts).filter((file) => !ownerOf(file, packages))
  return { settings, packages, files, unowned, rootManifest: manifests['.'] ?? {} }
}

function describe(file, text, context) {
  const owner = ownerOf(file, context.packages)
  if (!owner) return []
  const { imports, names } = parseFile(file, text)
  return {
    path: file,
    package: owner,
    isTest: TEST.test(file),
    isConfiguration: CONFIGURATION.test(file),
    lines: text.split('\n').length - 1,
    imports: imports.map((one) => ({ ...one, to: resolveImport(one.request, file, context) })),
    names,
  }
}
