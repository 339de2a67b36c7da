const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')
const path = require('node:path')
const browserslist = require('browserslist')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')
const { kit, nameOfFile, nameOfPackage, root } = require('../lib/places.cjs')

// The federation plugin writes this version into every entry; a constant keeps entries unchanged.
process.env.MF_BUILD_VERSION = 'site'

/** The oldest browsers that scripts and styles are built for: `browserslist` of the kit. */
const config = path.join(kit, 'package.json')
const browsers = browserslist(null, { config })
const target = `browserslist:${config}`
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** @param side `client` for browsers, `server` for rendering pages, `node` for programs */
function common(directory, side) {
  const isProduction = process.env.NODE_ENV !== 'development'
  return {
    context: directory,
    mode: isProduction ? 'production' : 'development',
    devtool: false,
    ...(side === 'node' && { target: 'node20' }),
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      // The router's export map picks its development build even in production.
      ...((isProduction || side === 'server') && {
        alias: { 'react-router$': reactRouter('index.mjs'), 'react-router/dom$': reactRouter('dom-export.mjs') },
      }),
    },
    module: {
      // A server bundle is one file: the sandbox cannot load another.
      ...(side !== 'client' && { parser: { javascript: { dynamicImportMode: 'eager' } } }),
      rules: [
        { resourceQuery: /^\?script$/, loader: path.join(__dirname, 'inline-script-loader.cjs') },
        {
          test: /\.tsx?$/,
          resourceQuery: { not: /^\?script$/ },
          loader: 'swc-loader',
          options: {
            ...(side === 'client' && { env: { targets: browsers } }),
            jsc: {
              ...(side !== 'client' && { target: 'es2022' }),
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: false } },
            },
          },
        },
        {
          test: /[\\/]react-router[\\/]dist[\\/]production[\\/].*\.mjs$/,
          loader: path.join(__dirname, 'pure-components-loader.cjs'),
        },
        { test: /\.css$/, use: styleLoaders(side, isProduction) },
        { test: /\.sql$/, type: 'asset/source' },
        { test: /\.html$/, loader: path.join(__dirname, 'sanitised-html-loader.cjs') },
      ],
    },
    stats: 'errors-warnings',
    performance: false,
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(root, '.cache/webpack'),
      name: `${nameOfPackage(directory)}-${side}-${isProduction ? 'production' : 'development'}`,
      buildDependencies: {
        config: [`${__dirname}/`, path.join(root, 'scripts/webpack/')],
      },
    },
  }
}

function reactRouter(file) {
  return path.join(path.dirname(require.resolve('react-router/package.json')), 'dist/production', file)
}

function styleLoaders(side, isProduction) {
  const css = {
    loader: 'css-loader',
    options: {
      modules: {
        auto: true,
        namedExport: false,
        exportLocalsConvention: 'as-is',
        exportOnlyLocals: side !== 'client',
        getLocalIdent: ({ resourcePath }, _template, local) => classNameOf(resourcePath, local, isProduction),
      },
    },
  }
  return side === 'client' ? [MiniCssExtractPlugin.loader, css] : [css]
}

/**
 * Derives `catalog-x1Y2c`: owner, digest of the content, position of the class.
 * css-loader hashes the path, so releases of different style sheets would share names.
 */
function classNameOf(file, local, isProduction) {
  const [folder, inner] = nameOfFile(file).split('/')
  const owner = folder === 'platform' ? inner : folder
  const css = readFileSync(file)
  const digest = createHash('sha256').update(css).digest('base64url').replace(/[-_]/g, '').slice(0, 4)
  if (!isProduction) return `${owner}-${path.basename(file, '.module.css')}-${local}-${digest}`
  const classes = [...new Set(css.toString().match(/(?<=\.)[a-z_][\w-]*/gi))]
  return `${owner}-${digest}${LETTERS[classes.indexOf(local)] ?? `-${local}`}`
}

module.exports = { browsers, common, target }
