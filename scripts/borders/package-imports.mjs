/**
 * What a package may import; a remote, `@site/shared` alone. borders.json says it: `mayImport`, besides that
 * `mayImportDynamically` where it is needed, by `import('…')` or as a type, which loads nothing, and `testsMayImport` in
 * tests. An entry is a package or one of its subpaths (`@platform/base/testing`).
 */
export function findPackageOffences({ files, unowned, settings }) {
  const problems = files.flatMap((file) =>
    file.imports
      .map((one) => problemWith(file, one, settings))
      .filter(Boolean)
      .map((problem) => `${file.path}: ${problem}`),
  )
  return [...unowned.map((file) => `${file}: in no package of borders.json`), ...problems]
}

function problemWith(file, { request, kind, to }, settings) {
  const target = to?.package
  if (!target) return undefined
  if (target !== file.package && !isAllowed(file, { request, kind, to }, settings)) {
    return `${file.package.name} may not import ${target.name} (${request})`
  }
  if (!to.isExported) return `${target.name} does not export ${request}: its package.json lists what is public`
  if (target !== file.package && to.isRelative && isWorkspace(target))
    return `import ${request} by its name, ${target.name}/…`
}

function isAllowed(file, { request, kind, to }, { testsOfBuild = [] }) {
  const { mayImport, mayImportDynamically = [], testsMayImport = [] } = file.package
  const runsBuild = file.isConfiguration || testsOfBuild.includes(file.path)
  if (runsBuild && !isWorkspace(to.package)) return true
  const specifier = to.isRelative ? to.package.name : request
  const entries = [
    ...mayImport,
    ...(kind === 'static' ? [] : mayImportDynamically),
    ...(file.isTest ? testsMayImport : []),
  ]
  return entries.some((entry) => specifier === entry || specifier.startsWith(`${entry}/`))
}

/** What has a scope has a package.json of its own; `scripts` has not, and is reached by paths. */
function isWorkspace({ name }) {
  return name.startsWith('@')
}
