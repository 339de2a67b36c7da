const path = require('node:path')
const { NormalModuleReplacementPlugin } = require('webpack')

/** Parts of the federation runtime that this site has no use for; 3.7 kB (brotli) on every page. */
function leanRuntime() {
  const replace = (file, replacement) =>
    new NormalModuleReplacementPlugin(
      new RegExp(`/runtime-core/dist/${file}$`),
      path.join(__dirname, 'federation-runtime', replacement),
    )
  return [
    replace('plugins/snapshot/SnapshotHandler.js', 'snapshot-handler.mjs'),
    replace('utils/preload.js', 'preload.mjs'),
    replace('utils/semver/index.js', 'semver.mjs'),
  ]
}

module.exports = { leanRuntime }
