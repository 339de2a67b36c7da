const { readFile } = require('node:fs/promises')
const path = require('node:path')
const { Compilation, sources } = require('webpack')

const NAME = 'CopiedFilePlugin'

class CopiedFilePlugin {
  constructor(file) {
    this.file = file
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.fileDependencies.add(this.file)
      compilation.hooks.processAssets.tapPromise(
        { name: NAME, stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        async () => compilation.emitAsset(path.basename(this.file), new sources.RawSource(await readFile(this.file))),
      )
    })
  }
}

module.exports = { CopiedFilePlugin }
