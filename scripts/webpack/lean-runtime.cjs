const path = require('node:path')
const { NormalModuleReplacementPlugin } = require('webpack')
const { leanEntry } = require('../../kit/webpack/remote-package.cjs')
const WebpackShareRuntimeModule = require('webpack/lib/sharing/ShareRuntimeModule')

/** Never runs. */
const WARNING = /else \{\s*console\.warn\('\[Module Federation\] prevStartup[^']*'\);\s*\}/

/** Parts of the federation runtime that this site drops or replaces; saves 6 kB (Brotli) on every page. */
function leanRuntime() {
  const replace = (file, replacement) =>
    new NormalModuleReplacementPlugin(
      new RegExp(`/@module-federation/${file}$`),
      path.join(__dirname, 'federation-runtime', replacement),
    )
  return [
    ...leanEntry(),
    replace('runtime-core/dist/plugins/snapshot/SnapshotHandler.js', 'snapshot-handler.mjs'),
    replace('runtime-core/dist/utils/load.js', 'load.mjs'),
    replace('runtime-core/dist/utils/preload.js', 'preload.mjs'),
    replace('runtime-core/dist/utils/semver/index.js', 'semver.mjs'),
    replace('sdk/dist/dom.js', 'dom.mjs'),
    replace('sdk/dist/logger.js', 'logger.mjs'),
    replace('webpack-bundler-runtime/dist/remotes.js', 'remotes.mjs'),
    dropOverwrittenRuntime(),
  ]
}

/** The federation runtime overwrites webpack's `__webpack_require__.I`, so the original's list is unused. */
function dropOverwrittenRuntime() {
  return {
    apply(compiler) {
      compiler.hooks.thisCompilation.tap('LeanRuntime', (compilation) => {
        compilation.hooks.runtimeModule.tap('LeanRuntime', (module) => {
          if (module instanceof WebpackShareRuntimeModule) module.generate = () => null
          if (module.constructor.name === 'EmbedFederationRuntimeModule') dropWarning(module)
        })
      })
    },
  }
}

function dropWarning(module) {
  const generate = module.generate.bind(module)
  module.generate = () => {
    const code = generate()
    if (code && !WARNING.test(code)) throw new Error('The federation runtime is not written as it was')
    return code?.replace(WARNING, '')
  }
}

module.exports = { leanRuntime }
