const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack')
const { nameOfPackage } = require('../lib/places.cjs')
const { federationShared, serverModules } = require('./federation.cjs')
const { clientConfig, CONTENT_HASH, serverConfig } = require('./package-configs.cjs')

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
    clientConfig(directory, { kind: 'remote', entry: {}, plugins: [federation] }),
    serverConfig(directory, { entry: pages, externals: serverModules }),
  ]
}
