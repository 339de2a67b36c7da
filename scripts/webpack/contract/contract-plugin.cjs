const { WebpackError } = require('webpack')
const { usedConstants } = require('./constants.cjs')
const { providedNames, requiredNames } = require('./names.cjs')
const { describeStyles } = require('./styles.cjs')

/**
 * Writes `contract.json`: the names of shared modules and the styles that this build requires of others or provides
 * to them, and the constants of the business it was compiled with. A use that cannot be named fails the build, because nobody could tell later whether it is fulfilled.
 */
class ContractPlugin {
  /** @param kind `host` provides names, `remote` requires them */
  constructor(kind) {
    this.kind = kind
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ContractPlugin', (compilation) => {
      let names
      let constants
      // From here on unused dependencies are known; a little later modules are joined and the uses are gone.
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
