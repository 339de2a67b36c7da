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

module.exports = { UnhoistPlugin }
