/**
 * What a file imports stands in its package's package.json: for code that runs in production among the `dependencies`,
 * for tests, tools and configuration also in `devDependencies`, there or at the root.
 */
export function findUndeclared({ files, rootManifest }) {
  return files.flatMap((file) => {
    const { undeclared = {}, name } = file.package
    const declared = namesDeclaredFor(file, rootManifest)
    const missing = file.imports
      .filter(({ to }) => nameOf(to, file) && !declared.has(nameOf(to, file)) && !(nameOf(to, file) in undeclared))
      .map(({ to }) => nameOf(to, file))
    return [...new Set(missing)].map((one) => `${file.path}: ${one} is not among the ${fieldsFor(file)} of ${name}`)
  })
}

function nameOf(to, file) {
  if (to?.external) return to.external
  const isOther = to?.package && !to.isRelative && to.package !== file.package
  // At the root npm links every workspace.
  return isOther && !file.package.manifest.workspaces ? to.package.name : undefined
}

function namesDeclaredFor(file, rootManifest) {
  const { dependencies, peerDependencies, devDependencies } = file.package.manifest
  const forTools = isForProduction(file) ? {} : { ...devDependencies, ...rootManifest.devDependencies }
  return new Set(Object.keys({ ...dependencies, ...peerDependencies, ...forTools }))
}

function fieldsFor(file) {
  return isForProduction(file) ? 'dependencies' : 'dependencies or devDependencies'
}

function isForProduction({ package: { holds = 'production' }, isTest, isConfiguration }) {
  return holds === 'production' && !isTest && !isConfiguration
}
