const { WebpackError } = require('webpack')
const { usedConstants } = require('./constants.cjs')
const { providedNames, requiredNames } = require('./names.cjs')
const { describeStyles } = require('./styles.cjs')

/**
 * Writes `contract.json`: shared names, styles and constants that this build requires or provides.
 * Fails the build on a use that it cannot name, as activation could not check it.
 */
class ContractPlugin {
  constructor(kind) {
    this.kind = kind
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ContractPlugin', (compilation) => {
      let names
      let constants
      // Unused dependencies are known here; later, concatenation removes the uses.
      compilation.hooks.afterOptimizeChunks.tap('ContractPlugin', () => {
        names = this.kind === 'host' ? providedNames(compilation) : requiredNames(compilation)
        constants = usedConstants(compilation)
        for (const problem of names.problems) compilation.errors.push(new WebpackError(problem))
      })
      const { Compilation, sources } = compiler.webpack
      compilation.hooks.processAssets.tapPromise(
        { name: 'ContractPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        async () => {
          const json = JSON.stringify({ names: names.names, constants, styles: describeStyles(compilation) })
          compilation.emitAsset('../contract.json', new sources.RawSource(json))
        },
      )
    })
  }
}

module.exports = { ContractPlugin }
