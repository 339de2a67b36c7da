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

module.exports = { IntegrityPlugin, UnhoistPlugin }
