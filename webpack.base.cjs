// One webpack factory for every package; a package's own config is a call of it.
const path = require('node:path')
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack')
const { NormalModuleReplacementPlugin } = require('webpack')
const CssMinimizerPlugin = require('css-minimizer-webpack-plugin')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')
const MinimizerPlugin = require('minimizer-webpack-plugin')
const { federationShared, sharedModules } = require('./federation.cjs')
const { ModuleAssetsPlugin } = require('./scripts/webpack/module-assets-plugin.cjs')

const CHUNK_LOAD_TIMEOUT_MS = 120_000 // R12

/** Installed packages of the host change rarely: in a file of their own they stay cached across releases. */
const vendor = {
  test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler|zustand)/,
  name: 'vendor',
  chunks: 'all',
  enforce: true,
}

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
      path.join(directory, `src/remotes/${file}.ts`),
    ),
    dts: false,
    manifest: false,
    experiments: { optimization: { disableSnapshot: true, target: 'web' } },
  })
  return [
    clientConfig(directory, {
      entry: { main: entry },
      plugins: [federation, ...leanRuntime()],
      cacheGroups: { vendor },
    }),
    serverConfig(directory, { entry: { index: server } }),
  ]
}

/** Parts of the federation runtime that this site has no use for; 2.6 kB (brotli) on every page. */
function leanRuntime() {
  const replace = (file, replacement) =>
    new NormalModuleReplacementPlugin(
      new RegExp(`/runtime-core/dist/${file}$`),
      path.join(__dirname, 'scripts/webpack/federation-runtime', replacement),
    )
  return [
    replace('plugins/snapshot/SnapshotHandler.js', 'snapshot-handler.mjs'),
    replace('utils/preload.js', 'preload.mjs'),
  ]
}

/** A remote: it exposes pages and takes every shared module from the host. */
exports.remotePackage = (directory, { exposes }) => {
  const { name } = describe(directory)
  const federation = new ModuleFederationPlugin({
    name,
    filename: 'remote-entry.[contenthash:8].js',
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
    experiments: { externalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
  })
  const pages = Object.fromEntries(Object.entries(exposes).map(([request, file]) => [request.slice(2), file]))
  return [
    clientConfig(directory, { entry: {}, plugins: [federation] }),
    serverConfig(directory, { entry: pages, externals: Object.keys(sharedModules) }),
  ]
}

/** A remote alone in a page of its own, with webpack's development server; for `npm run dev -- <package> --alone`. */
exports.harness = (directory) => ({
  ...common(directory, 'client'),
  name: `${describe(directory).name}:harness`,
  entry: './src/harness.tsx',
  output: { publicPath: '/', filename: 'harness.js' },
  plugins: [new MiniCssExtractPlugin()],
  devServer: {
    host: 'localhost',
    port: Number(process.env.PORT ?? 3000),
    static: [directory, ...['shell', 'catalog', 'content'].map((name) => path.join(__dirname, name))].map((owner) =>
      path.join(owner, 'public'),
    ),
    setupMiddlewares(middlewares) {
      const page =
        '<!doctype html><html lang="en-GB"><link rel="stylesheet" href="/main.css"><body><script src="/harness.js"></script>'
      // Last of all: every address that is no file shows the page, and the router does the rest.
      middlewares.push({ name: 'page', middleware: (_request, response) => response.type('html').send(page) })
      return middlewares
    },
  },
})

/** A Node program: the sources of the workspace are bundled, installed packages stay outside. */
exports.nodeProgram = (directory, { entry }) => ({
  ...common(directory, 'node'),
  name: `${describe(directory).name}:node`,
  entry,
  output: { path: path.join(directory, 'dist'), filename: '[name].cjs', library: { type: 'commonjs2' }, clean: true },
  externals: [({ request }, done) => (/^(\.|\/|@site\/)/.test(request) ? done() : done(null, `commonjs ${request}`))],
  optimization: { minimize: false },
})

function scriptMinimizer() {
  return new MinimizerPlugin({
    extractComments: false,
    minimizerOptions: {
      ecma: 2020,
      compress: { passes: 3, pure_getters: true, keep_fargs: false },
      format: { comments: false },
    },
  })
}

function reactRouter(file) {
  return path.join(path.dirname(require.resolve('react-router/package.json')), 'dist/production', file)
}

function describe(directory) {
  const { name, version } = require(path.join(directory, 'package.json'))
  return { name: name.replace('@site/', ''), version: process.env.RELEASE_VERSION ?? version }
}

function clientConfig(directory, { entry, plugins, cacheGroups = {} }) {
  const { name, version } = describe(directory)
  const base = common(directory, 'client')
  return {
    ...base,
    name: `${name}:client`,
    target: ['web', 'es2022'],
    entry,
    output: {
      path: path.join(directory, 'dist/client'),
      publicPath: `/releases/${name}/${version}/`,
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      uniqueName: `site-${name}`,
      chunkLoadTimeout: CHUNK_LOAD_TIMEOUT_MS,
      clean: true,
    },
    optimization: {
      chunkIds: 'named',
      splitChunks: { cacheGroups },
      minimizer: [scriptMinimizer(), new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify })],
    },
    plugins: [
      ...plugins,
      new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css', chunkFilename: '[name].[contenthash:8].css' }),
      new ModuleAssetsPlugin(),
    ],
  }
}

function serverConfig(directory, { entry, externals = [] }) {
  return {
    ...common(directory, 'server'),
    name: `${describe(directory).name}:server`,
    target: 'node20',
    entry: { ...entry, manifest: './src/release.ts' },
    output: {
      path: path.join(directory, 'dist/server'),
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      clean: true,
    },
    externals: externals.map((request) => ({ [request]: `commonjs ${request}` })),
    optimization: { minimize: false, splitChunks: false, concatenateModules: true },
  }
}

function common(directory, side) {
  const isProduction = process.env.NODE_ENV !== 'development'
  return {
    context: directory,
    mode: isProduction ? 'production' : 'development',
    devtool: false,
    ...(side === 'node' && { target: 'node20' }),
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      // The router's export map names its development build even in production.
      ...(isProduction && {
        alias: { 'react-router$': reactRouter('index.mjs'), 'react-router/dom$': reactRouter('dom-export.mjs') },
      }),
    },
    module: {
      // A server bundle is one file: the origin's worker gives it no way to load another.
      ...(side !== 'client' && { parser: { javascript: { dynamicImportMode: 'eager' } } }),
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'swc-loader',
          options: {
            jsc: {
              target: 'es2022',
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: false } },
            },
          },
        },
        { test: /\.css$/, use: styleLoaders(side) },
        { test: /\.html$/, loader: path.join(__dirname, 'scripts/webpack/sanitised-html-loader.cjs') },
      ],
    },
    stats: 'errors-warnings',
    performance: false,
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(__dirname, '.cache/webpack'),
      name: `${describe(directory).name}-${side}-${isProduction ? 'production' : 'development'}`,
      buildDependencies: {
        config: [__filename, path.join(__dirname, 'federation.cjs'), path.join(directory, 'webpack.config.cjs')],
      },
    },
  }
}

function styleLoaders(side) {
  const css = {
    loader: 'css-loader',
    options: {
      modules: {
        auto: true,
        namedExport: false,
        exportLocalsConvention: 'as-is',
        exportOnlyLocals: side !== 'client',
        getLocalIdent: ({ resourcePath }, _template, local) => classNameOf(resourcePath, local),
      },
    },
  }
  return side === 'client' ? [MiniCssExtractPlugin.loader, css] : [css]
}

/** `catalog/src/courses/course-card.module.css` `.title` → `catalog-course-card-title`: no class without an owner. */
function classNameOf(file, local) {
  const [owner] = path.relative(__dirname, file).split(path.sep)
  return `${owner}-${path.basename(file, '.module.css')}-${local}`
}
