const HOT = /\.hot-update\.js(?:on)?$/

/**
 * Hands over what has changed as soon as it is compiled: the files by which pages update themselves, which are never
 * written, and the style sheets. The build's hash says which state of the sources it is.
 */
class HotUpdatePlugin {
  /** @param onUpdate given `{ package, hash, files: { address: text }, styles: [{ href, text }] }` */
  constructor(name, onUpdate) {
    this.name = name
    this.onUpdate = onUpdate
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('HotUpdatePlugin', (compilation) => {
      const { PROCESS_ASSETS_STAGE_ANALYSE } = compiler.webpack.Compilation
      // Before others say which files each page needs.
      compilation.hooks.processAssets.tap({ name: 'HotUpdatePlugin', stage: PROCESS_ASSETS_STAGE_ANALYSE }, () => {
        const update = this.describe(compilation)
        if (compilation.errors.length === 0) this.onUpdate(update)
      })
    })
  }

  describe(compilation) {
    const addressOf = (file) => compilation.outputOptions.publicPath + file
    const update = { package: this.name, hash: compilation.hash, files: {}, styles: [] }
    for (const { name, source } of compilation.getAssets()) {
      if (name.endsWith('.css')) update.styles.push({ href: addressOf(name), text: String(source.source()) })
      if (!HOT.test(name)) continue
      update.files[addressOf(name)] = String(source.source())
      compilation.deleteAsset(name)
    }
    return update
  }
}

module.exports = { HotUpdatePlugin }
