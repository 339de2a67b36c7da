const { existsSync, realpathSync } = require('node:fs')
const { readFile } = require('node:fs/promises')
const { createRequire, isBuiltin } = require('node:module')
const path = require('node:path')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')
const { Compilation, sources } = require('webpack')
const { nameOfPackage, root } = require('../../kit/lib/places.cjs')
const { common, target } = require('../../kit/webpack/common.cjs')

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
    createRequire(path.join(root, 'platform/compose/package.json')).resolve(`quickjs-wasi/${file}`),
  ),
}

/** Bundles workspace sources and leaves packages outside that the program finds at run time. */
exports.nodeProgram = (directory, { entry, files = [] }) => ({
  ...common(directory, 'node'),
  name: `${nameOfPackage(directory)}:node`,
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

class CopiedFilePlugin {
  constructor(file) {
    this.file = file
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('CopiedFilePlugin', (compilation) => {
      compilation.fileDependencies.add(this.file)
      compilation.hooks.processAssets.tapPromise(
        { name: 'CopiedFilePlugin', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        async () => compilation.emitAsset(path.basename(this.file), new sources.RawSource(await readFile(this.file))),
      )
    })
  }
}

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
    name: `${nameOfPackage(directory)}:${folder}`,
    target,
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
