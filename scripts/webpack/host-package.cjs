const path = require('node:path')
const { BannerPlugin, Compilation, NormalModuleReplacementPlugin } = require('webpack')
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack')
const { federationShared } = require('../../kit/webpack/federation.cjs')
const { clientConfig, serverConfig } = require('../../kit/webpack/package-configs.cjs')
const { nameOfPackage } = require('../../kit/lib/places.cjs')
const { leanEntry } = require('../../kit/webpack/remote-package.cjs')
const WebpackShareRuntimeModule = require('webpack/lib/sharing/ShareRuntimeModule')

/** React changes rarely; a file of its own stays cached across releases. */
const vendor = {
  test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  name: 'vendor',
  chunks: 'all',
  enforce: true,
}

/** Takes modules only from the start's chunks: others would lose the styles that came along. */
const start = { name: 'main', chunks: ({ name }) => name === 'main' || name === 'bootstrap', enforce: true }

/**
 * Separates the router from React: V8 serialises a script's code cache in one task on the second visit.
 * Together they took 55 ms at a fourfold slow-down.
 */
const router = { ...start, test: /[\\/]node_modules[\\/]react-router/ }

/** One file for common styles: each file is a style element, whose hash every page carries. */
const frameStyles = { ...start, type: 'css/mini-extract' }

/** Print styles and styles of script-only parts (`dialog.late.module.css`), fetched with the scripts. */
const lateStyles = { ...frameStyles, test: /\.late\.(module\.)?css$/, name: 'late', priority: 1 }

exports.hostPackage = (directory, { entry, server }) => {
  const name = nameOfPackage(directory)
  const federation = new ModuleFederationPlugin({
    name,
    // Eager: the shell needs every shared module at once, so they share one file.
    shared: Object.fromEntries(
      Object.entries(federationShared).map(([request, options]) => [request, { ...options, eager: true }]),
    ),
    shareStrategy: 'loaded-first',
    runtimePlugins: [path.join(directory, 'src/remotes/federation/runtime-plugin.ts')],
    dts: false,
    manifest: false,
    experiments: { optimization: { disableSnapshot: true, target: 'web' } },
  })
  return [
    clientConfig(directory, {
      kind: 'host',
      entry: { main: entry },
      plugins: [federation, ...leanRuntime(), compiledAhead()],
      cacheGroups: { vendor, router, frameStyles, lateStyles },
    }),
    serverConfig(directory, { entry: { index: server }, rules: [providedModules(directory)] }),
  ]
}

/** Hints V8 to compile all functions of large scripts off the main thread; it never does that for small scripts. */
const compiledAhead = () =>
  new BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    include: /^(vendor|main)\..*\.js$/,
    // After the minimiser, which strips comments.
    stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  })

/** The build fills the host's list of modules provided on the server. */
const providedModules = (directory) => ({
  include: path.join(directory, 'src/provided-modules.ts'),
  enforce: 'post',
  loader: path.join(__dirname, 'provided-modules-loader.cjs'),
})

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
