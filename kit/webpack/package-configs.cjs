const path = require('node:path')
const CssMinimizerPlugin = require('css-minimizer-webpack-plugin')
const { browserslistToTargets, Features } = require('lightningcss')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')
const MinimizerPlugin = require('minimizer-webpack-plugin')
const { SourceMapDevToolPlugin } = require('webpack')
const { nameOfPackage } = require('../lib/places.cjs')
const { browsers, common, target } = require('./common.cjs')
const { ContractPlugin } = require('./contract/contract-plugin.cjs')
const { IntegrityPlugin, UnhoistPlugin } = require('./client-plugins.cjs')
const { DeterministicBuildPlugin } = require('./deterministic-build-plugin.cjs')
const { nameOfFile } = require('./module-name.cjs')

const CHUNK_LOAD_TIMEOUT_MS = 120_000 // R12
const SHARED_FROM_BYTES = 18_000
/** Start of the content's SHA-256, which the origin checks. */
const CONTENT_HASH = '[contenthash:8]'

/** No cache for releases: a stale cached file gave other bytes than a new clone. */
const withoutLeftovers = (base) => ({ ...base, cache: base.mode === 'production' ? false : base.cache })

function clientConfig(directory, { kind, entry, plugins, cacheGroups = {} }) {
  const name = nameOfPackage(directory)
  const base = withoutLeftovers(common(directory, 'client'))
  return {
    ...base,
    name: `${name}:client`,
    target,
    entry,
    output: {
      path: path.join(directory, 'dist/client'),
      publicPath: `/assets/${name}/`,
      filename: `[name].${CONTENT_HASH}.js`,
      chunkFilename: `[name].${CONTENT_HASH}.js`,
      assetModuleFilename: `[name].${CONTENT_HASH}[ext]`,
      hashFunction: 'sha256',
      uniqueName: `site-${name}`,
      chunkLoadTimeout: CHUNK_LOAD_TIMEOUT_MS,
      clean: true,
    },
    optimization: {
      chunkIds: 'named',
      moduleIds: false,
      realContentHash: true,
      mangleExports: 'size',
      splitChunks: { minSize: SHARED_FROM_BYTES, cacheGroups },
      minimizer: [scriptMinimizer(), styleMinimizer()],
    },
    plugins: [
      ...plugins,
      new MiniCssExtractPlugin({ filename: `[name].${CONTENT_HASH}.css`, chunkFilename: `[name].${CONTENT_HASH}.css` }),
      new UnhoistPlugin(),
      new DeterministicBuildPlugin(name),
      new IntegrityPlugin(),
      new ContractPlugin(kind),
      ...(base.mode === 'production' ? [sourceMaps()] : []),
    ],
  }
}

function serverConfig(directory, { entry, externals = [], rules = [] }) {
  const base = withoutLeftovers(common(directory, 'server'))
  return {
    ...base,
    module: { ...base.module, rules: [...base.module.rules, ...rules] },
    name: `${nameOfPackage(directory)}:server`,
    target: 'node20',
    entry: { ...entry, manifest: './src/release.ts' },
    output: {
      path: path.join(directory, 'dist/server'),
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      clean: true,
    },
    externals: externals.map((request) => ({ [request]: `commonjs ${request}` })),
    optimization: { minimize: false, splitChunks: false, concatenateModules: true, nodeEnv: 'production' },
  }
}

/** Maps for reading error reports. Never served, without source texts, and no script refers to them. */
function sourceMaps() {
  return new SourceMapDevToolPlugin({
    test: /\.js$/,
    filename: '../maps/[file].map',
    append: false,
    noSources: true,
    moduleFilenameTemplate: ({ absoluteResourcePath }) => nameOfFile(absoluteResourcePath),
  })
}

function scriptMinimizer() {
  return new MinimizerPlugin({
    extractComments: false,
    minimizerOptions: {
      ecma: 2022,
      compress: { passes: 6, inline: 1, pure_getters: true, keep_fargs: false },
      format: { comments: false },
    },
  })
}

function styleMinimizer() {
  return new CssMinimizerPlugin({
    minify: CssMinimizerPlugin.lightningCssMinify,
    // `light-dark()` is left as it is: its variables took 70 bytes of every page, and no style uses it.
    minimizerOptions: { targets: browserslistToTargets(browsers), exclude: Features.LightDark },
  })
}

module.exports = { clientConfig, CONTENT_HASH, serverConfig }
