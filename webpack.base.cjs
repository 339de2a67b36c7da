const { existsSync, realpathSync } = require('node:fs')
const { createRequire, isBuiltin } = require('node:module')
const path = require('node:path')
const { BannerPlugin, Compilation } = require('webpack')
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')
const { federationShared, serverModules } = require('./federation.cjs')
const { common, describe } = require('./scripts/webpack/common.cjs')
const { CopiedFilePlugin } = require('./scripts/webpack/copied-file-plugin.cjs')
const { leanRuntime } = require('./scripts/webpack/lean-runtime.cjs')
const { clientConfig, CONTENT_HASH, serverConfig } = require('./scripts/webpack/package-configs.cjs')

// The federation plugin writes this version into every entry; a constant keeps entries unchanged.
process.env.MF_BUILD_VERSION = 'site'

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
  const { name } = describe(directory)
  const federation = new ModuleFederationPlugin({
    name,
    // Eager: the shell needs every shared module at once, so they share one file.
    shared: Object.fromEntries(
      Object.entries(federationShared).map(([request, options]) => [request, { ...options, eager: true }]),
    ),
    shareStrategy: 'loaded-first',
    runtimePlugins: ['runtime-core-plugin', 'script-plugin'].map((file) =>
      path.join(directory, `src/remotes/federation/${file}.ts`),
    ),
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
  loader: path.join(__dirname, 'scripts/webpack/provided-modules-loader.cjs'),
})

exports.remotePackage = (directory, { exposes }) => {
  const { name } = describe(directory)
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

const bundled = [
  // Bundled: reading hundreds of small files would dominate the start.
  ...['stripe', 'drizzle-orm', 'typebox'],
  // ES modules only.
  ...['parse5', 'entities'],
  // Runs in a process that may read no file.
  'quickjs-wasi',
]

exports.renderingProgram = {
  entry: {
    'render-program': '@platform/compose/rendering/render-program',
    'render-prelude': '@platform/compose/rendering/prelude',
  },
  files: ['quickjs.wasm', 'encoding.so', 'headers.so'].map((file) =>
    createRequire(path.join(__dirname, 'platform/compose/package.json')).resolve(`quickjs-wasi/${file}`),
  ),
}

/** Bundles workspace sources and leaves packages outside that the program finds at run time. */
exports.nodeProgram = (directory, { entry, files = [] }) => ({
  ...common(directory, 'node'),
  name: `${describe(directory).name}:node`,
  entry,
  output: {
    path: path.join(directory, 'dist'),
    filename: '[name].cjs',
    library: { type: 'commonjs2' },
    clean: { keep: /[\\/]/ },
  },
  externals: [
    ({ context, request }, done) =>
      isFoundFrom(directory, { context, request }) ? done(null, `commonjs ${request}`) : done(),
  ],
  plugins: files.map((file) => new CopiedFilePlugin(file)),
  optimization: { minimize: false },
})

/**
 * True if the program resolves the same package at run time.
 * npm may nest a package in one workspace, out of reach of another's program.
 */
function isFoundFrom(directory, { context, request }) {
  if (isBuiltin(request)) return true
  const name = /^(@[^/]+\/[^/]+|[\w-][^/]*)/.exec(request)?.[0]
  if (!name || /^@(site|platform)\//.test(name) || bundled.includes(name)) return false
  const found = findPackage(directory, name)
  return found !== undefined && found === findPackage(context, name)
}

function findPackage(folder, name) {
  const found = path.join(folder, 'node_modules', name)
  if (existsSync(found)) return realpathSync(found)
  return folder === path.dirname(folder) ? undefined : findPackage(path.dirname(folder), name)
}

exports.browserScripts = (directory, { folder, entry }) => {
  const base = common(directory, 'client')
  return {
    ...base,
    name: `${describe(directory).name}:${folder}`,
    target: 'browserslist',
    entry,
    output: { path: path.join(directory, 'dist', folder), filename: '[name].js', clean: true },
    optimization: { minimize: false },
    cache: { ...base.cache, name: `${base.cache.name}-${folder}` },
  }
}

exports.styleSheet = (directory, { folder, entry }) => ({
  ...exports.browserScripts(directory, { folder, entry }),
  plugins: [new MiniCssExtractPlugin({ filename: '[name].css' })],
})
