const LoadScriptRuntimeModule = require('webpack/lib/runtime/LoadScriptRuntimeModule')

/**
 * Gives first-view scripts the `integrity` of their hint; without it a browser would fetch them twice.
 * Later scripts have none, to fit the first flight.
 */
class IntegrityPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('IntegrityPlugin', (compilation) => {
      const hints = `${compiler.webpack.RuntimeGlobals.require}.siteHints`
      const list = 'JSON.parse(document.getElementById("site-scripts").textContent).preload'
      const { createScript } = LoadScriptRuntimeModule.getCompilationHooks(compilation)
      createScript.tap(
        'IntegrityPlugin',
        (source) =>
          `${source}\nscript.integrity = (${hints} ||= ${list}).find((it) => it.href === url)?.integrity ?? "";`,
      )
    })
  }
}

const [BEFORE, AFTER] = [10, 12]

/** Undoes hoisting of unused modules by the federation plugin; their own imports compile to calls of `undefined`. */
class UnhoistPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('UnhoistPlugin', (compilation) => {
      const { chunkGraph, hooks, modules } = compilation
      let unused = []
      hooks.optimizeChunks.tap({ name: 'UnhoistPlugin', stage: BEFORE }, () => {
        unused = [...modules].filter((module) => chunkGraph.getNumberOfModuleChunks(module) === 0)
      })
      hooks.optimizeChunks.tap({ name: 'UnhoistPlugin', stage: AFTER }, () => {
        for (const module of unused)
          for (const chunk of chunkGraph.getModuleChunks(module)) chunkGraph.disconnectChunkAndModule(chunk, module)
      })
    })
  }
}

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

module.exports = { IntegrityPlugin, ModuleAssetsPlugin, UnhoistPlugin }
