const path = require('node:path')
const { NormalModuleReplacementPlugin } = require('webpack')

/** Parts of the federation runtime that this site has no use for, or a smaller one; 6 kB (brotli) on every page. */
function leanRuntime() {
  const replace = (file, replacement) =>
    new NormalModuleReplacementPlugin(
      new RegExp(`/@module-federation/${file}$`),
      path.join(__dirname, 'federation-runtime', replacement),
    )
  return [
    replace('error-codes/dist/desc.mjs', 'error-descriptions.mjs'),
    replace('runtime-core/dist/plugins/snapshot/SnapshotHandler.js', 'snapshot-handler.mjs'),
    replace('runtime-core/dist/utils/load.js', 'load.mjs'),
    replace('runtime-core/dist/utils/preload.js', 'preload.mjs'),
    replace('runtime-core/dist/utils/semver/index.js', 'semver.mjs'),
    replace('sdk/dist/dom.js', 'dom.mjs'),
    replace('sdk/dist/logger.js', 'logger.mjs'),
    replace('webpack-bundler-runtime/dist/remotes.js', 'remotes.mjs'),
  ]
}

module.exports = { leanRuntime }
