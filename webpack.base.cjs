// One webpack factory for every package; a package's own config is a call of it.
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

// The federation plugin writes a version into every entry; with that of the package no release would keep its bytes.
process.env.MF_BUILD_VERSION = 'site'

/** React changes rarely: in a file of its own it stays cached across releases. */
const vendor = {
  test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  name: 'vendor',
  chunks: 'all',
  enforce: true,
}

/** What comes into the file of the start, from there alone: of other chunks it would take styles along that then have no file. */
const start = { name: 'main', chunks: ({ name }) => name === 'main' || name === 'bootstrap', enforce: true }

/**
 * The router goes with the shared modules. V8 writes what it has compiled of a script, on the second visit, in one
 * task: together with React it took 55 ms at a fourfold slow-down.
 */
const router = { ...start, test: /[\\/]node_modules[\\/]react-router/ }

/** The styles of every page in one file: each file becomes a style element, and the hash of each is sent with every page. */
const frameStyles = { ...start, type: 'css/mini-extract' }

/**
 * Styles of paper and of what only scripts bring onto a page (`dialog.late.module.css`): fetched with the scripts, not sent
 * with every page.
 */
const lateStyles = { ...frameStyles, test: /\.late\.(module\.)?css$/, name: 'late', priority: 1 }

/** The host: it provides every shared module and starts the page. */
exports.hostPackage = (directory, { entry, server }) => {
  const { name } = describe(directory)
  const federation = new ModuleFederationPlugin({
    name,
    // Eager: the shell needs every shared module at once anyway, so they travel in one file.
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

/**
 * Has browsers that know the hint (V8) compile all functions of the large scripts while they arrive, beside the main
 * thread; they would compile each when it is first called, on it. Small scripts are never compiled there.
 */
const compiledAhead = () =>
  new BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    include: /^(vendor|main)\..*\.js$/,
    // The minimiser takes comments away.
    stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  })

/** The host's empty list of what it provides on the server is filled by the build. */
const providedModules = (directory) => ({
  include: path.join(directory, 'src/provided-modules.ts'),
  enforce: 'post',
  loader: path.join(__dirname, 'scripts/webpack/provided-modules-loader.cjs'),
})

/** A remote: it exposes pages and takes every shared module from the host. */
exports.remotePackage = (directory, { exposes }) => {
  const { name } = describe(directory)
  const federation = new ModuleFederationPlugin({
    name,
    filename: `remote-entry.${CONTENT_HASH}.js`,
    // Named chunks, so that the release can say which scripts and styles each exposed module needs.
    exposes: Object.fromEntries(
      Object.entries(exposes).map(([request, file]) => [request, { import: file, name: request.slice(2) }]),
    ),
    shared: Object.fromEntries(
      Object.entries(federationShared).map(([request, options]) => [request, { ...options, import: false }]),
    ),
    shareStrategy: 'loaded-first',
    dts: false,
    manifest: false,
    // A remote takes from the host and from no other remote.
    experiments: { externalRuntime: true, optimization: { disableSnapshot: true, disableRemote: true, target: 'web' } },
  })
  const pages = Object.fromEntries(Object.entries(exposes).map(([request, file]) => [request.slice(2), file]))
  return [
    clientConfig(directory, { kind: 'remote', entry: {}, plugins: [federation] }),
    serverConfig(directory, { entry: pages, externals: serverModules }),
  ]
}

const bundled = [
  // Hundreds of small files each: found and read one by one they take longer than anything else at the start.
  ...['stripe', 'drizzle-orm', 'typebox'],
  // Published as ES modules only.
  ...['parse5', 'entities'],
  // Goes to a process that may read no file.
  'quickjs-wasi',
]

/** The program that renders pages, for every program that starts it. Everything of it lies beside each other. */
exports.renderingProgram = {
  entry: {
    'render-program': '@platform/compose/rendering/render-program',
    'render-prelude': '@platform/compose/rendering/prelude',
  },
  files: [createRequire(path.join(__dirname, 'platform/compose/package.json')).resolve('quickjs-wasi/quickjs.wasm')],
}

/**
 * A Node program: the sources of the workspace are bundled, packages it can find when it runs stay outside.
 * @param files copied beside it
 */
exports.nodeProgram = (directory, { entry, files = [] }) => ({
  ...common(directory, 'node'),
  name: `${describe(directory).name}:node`,
  entry,
  output: {
    path: path.join(directory, 'dist'),
    filename: '[name].cjs',
    library: { type: 'commonjs2' },
    // Folders are the output of `browserScripts`, which is built beside it.
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
 * Whether the program finds, when it runs, what the module finds that asks for it. npm may install a package of one
 * workspace inside of it, where a program of another does not look, or finds another version.
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
  // A copy of the repository may borrow what is installed by links.
  if (existsSync(found)) return realpathSync(found)
  return folder === path.dirname(folder) ? undefined : findPackage(path.dirname(folder), name)
}

/** Scripts for browsers that a Node program serves itself, in a folder beside it. */
exports.browserScripts = (directory, { folder, entry }) => {
  const base = common(directory, 'client')
  return {
    ...base,
    name: `${describe(directory).name}:${folder}`,
    target: ['web', 'es2022'],
    entry,
    output: { path: path.join(directory, 'dist', folder), filename: '[name].js', clean: true },
    optimization: { minimize: false },
    cache: { ...base.cache, name: `${base.cache.name}-${folder}` },
  }
}

/** One style sheet for pages that a Node program makes itself, in a folder beside it. */
exports.styleSheet = (directory, { folder, entry }) => ({
  ...exports.browserScripts(directory, { folder, entry }),
  plugins: [new MiniCssExtractPlugin({ filename: '[name].css' })],
})
