// What every build of the repository has in common.
const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')
const path = require('node:path')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')

const root = path.resolve(__dirname, '../..')
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Short name of a package. Its version is nothing a build may contain. */
function describe(directory) {
  const { name } = require(path.join(directory, 'package.json'))
  return { name: name.replace(/^@\w+\//, '') }
}

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
      // The router's export map names its development build even in production. Pages are rendered as visitors get them.
      ...((isProduction || side === 'server') && {
        alias: { 'react-router$': reactRouter('index.mjs'), 'react-router/dom$': reactRouter('dom-export.mjs') },
      }),
    },
    module: {
      // A server bundle is one file: the origin's worker gives it no way to load another.
      ...(side !== 'client' && { parser: { javascript: { dynamicImportMode: 'eager' } } }),
      rules: [
        { resourceQuery: /^\?script$/, loader: path.join(__dirname, 'inline-script-loader.cjs') },
        {
          test: /\.tsx?$/,
          resourceQuery: { not: /^\?script$/ },
          loader: 'swc-loader',
          options: {
            jsc: {
              target: 'es2022',
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: false } },
            },
          },
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
      name: `${describe(directory).name}-${side}-${isProduction ? 'production' : 'development'}`,
      buildDependencies: {
        config: [`${__dirname}/`, ...['webpack.base.cjs', 'federation.cjs'].map((file) => path.join(root, file))],
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
 * `catalog/src/courses/courses-page.module.css` `.title` → `catalog-x1Y2c`: no class without an owner, and none that means
 * one thing in the shell's release and another in a remote's that was built from a later style sheet. The digest is of
 * the file's content (css-loader's own is of its path, which stays the same); the last letter is the place of the class in
 * it. While developing, the names of file and class stand between: there no page is weighed.
 */
function classNameOf(file, local, isProduction) {
  const [folder, inner] = path.relative(root, file).split(path.sep)
  const owner = folder === 'platform' ? inner : folder
  const css = readFileSync(file)
  const digest = createHash('sha256').update(css).digest('base64url').replace(/[-_]/g, '').slice(0, 4)
  if (!isProduction) return `${owner}-${path.basename(file, '.module.css')}-${local}-${digest}`
  const classes = [...new Set(css.toString().match(/(?<=\.)[a-z_][\w-]*/gi))]
  return `${owner}-${digest}${LETTERS[classes.indexOf(local)] ?? `-${local}`}`
}

module.exports = { common, describe, root }
