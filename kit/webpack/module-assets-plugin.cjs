/**
 * Writes `module-assets.json`: shared modules in use, and each module's scripts and styles in load order (`.`: the
 * start).
 */
class ModuleAssetsPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ModuleAssetsPlugin', (compilation) => {
      const { Compilation, sources } = compiler.webpack
      compilation.hooks.processAssets.tap(
        { name: 'ModuleAssetsPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const json = JSON.stringify({ modules: describeModules(compilation), shared: sharedRequests(compilation) })
          compilation.emitAsset('../module-assets.json', new sources.RawSource(json))
        },
      )
    })
  }
}

function describeModules(compilation) {
  const modules = {}
  for (const group of compilation.chunkGroups) {
    const name = group.isInitial() ? '.' : group.options.name && `./${group.options.name}`
    if (!name) continue
    modules[name] = { scripts: filesOf(group, '.js'), styles: filesOf(group, '.css') }
  }
  return modules
}

/** Omits shared modules that nothing imports. */
function sharedRequests(compilation) {
  const provided = [...compilation.modules].filter((module) => module.type === 'provide-module')
  const taken = [...compilation.modules].filter((module) => module.type === 'consume-shared-module')
  const requests = [...provided.map((module) => module._name), ...taken.map((module) => module.options.shareKey)]
  return [...new Set(requests)].sort()
}

function filesOf(group, extension) {
  // An initial group lists its chunks in load order, the entry last.
  const files = group.chunks.flatMap((chunk) => [...chunk.files])
  return [...new Set(files)].filter((file) => file.endsWith(extension))
}

module.exports = { ModuleAssetsPlugin }
