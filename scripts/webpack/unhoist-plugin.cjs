/** Stages just before and just after that of the federation plugin's own hoisting. */
const [BEFORE, AFTER] = [10, 12]

/**
 * Takes back what the federation plugin hoists into the file of the runtime too much: it follows every import, also those
 * that webpack knows nobody uses. Such modules are dead weight, and their own imports are compiled to calls of `undefined`.
 */
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
