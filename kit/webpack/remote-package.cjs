const path = require('node:path')
const { NormalModuleReplacementPlugin } = require('webpack')
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack')
const { nameOfPackage } = require('../lib/places.cjs')
const { federationShared, serverModules } = require('./federation.cjs')
const { clientConfig, CONTENT_HASH, serverConfig } = require('./package-configs.cjs')

/** Parts of the federation runtime that are not needed: in every entry they took 1.5 kB. */
const unusedEverywhere = {
  'error-codes/dist/desc.mjs': 'error-descriptions.mjs',
  'webpack-bundler-runtime/dist/getSharedFallbackGetter.js': 'shared-fallback.mjs',
  'webpack-bundler-runtime/dist/init.js': 'init.mjs',
}
const unusedInRemotes = { 'webpack-bundler-runtime/dist/installInitialConsumes.js': 'initial-consumes.mjs' }

exports.leanEntry = (replaced = unusedEverywhere) =>
  Object.entries(replaced).map(
    ([file, replacement]) =>
      new NormalModuleReplacementPlugin(
        new RegExp(`/@module-federation/${file}$`),
        path.join(__dirname, 'federation-runtime', replacement),
      ),
  )

/** webpack's configurations of a remote: for browsers and for the server. */
exports.remotePackage = (directory, { exposes }) => {
  const name = nameOfPackage(directory)
  const federation = new ModuleFederationPlugin({
    name,
    filename: `remote-entry.${CONTENT_HASH}.js`,
    // Chunk names let the release list scripts and styles of each exposed module.
    exposes: Object.fromEntries(
      Object.entries(exposes).map(([request, file]) => [request, { import: file, name: request.slice(2) }]),
    ),
    shared: Object.fromEntries(
      Object.entries(federationShared).map(([request, options]) => [request, { ...options, import: false }]),
    ),
    shareStrategy: 'loaded-first',
    dts: false,
    manifest: false,
    experiments: { externalRuntime: true, optimization: { disableSnapshot: true, disableRemote: true, target: 'web' } },
  })
  const pages = Object.fromEntries(Object.entries(exposes).map(([request, file]) => [request.slice(2), file]))
  return [
    clientConfig(directory, {
      kind: 'remote',
      entry: {},
      plugins: [federation, ...exports.leanEntry({ ...unusedEverywhere, ...unusedInRemotes })],
    }),
    serverConfig(directory, { entry: pages, externals: serverModules }),
  ]
}
