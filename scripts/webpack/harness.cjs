const path = require('node:path')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')
const { common, describe, root } = require('./common.cjs')

/** A remote alone in a page of its own; for `npm run dev -- <package> --alone`. */
function harness(directory) {
  const { name } = describe(directory)
  return {
    ...common(directory, 'client'),
    name: `${name}:harness`,
    entry: './src/harness.tsx',
    output: { path: path.join(root, '.cache/harness', name), publicPath: '/', filename: 'harness.js' },
    plugins: [new MiniCssExtractPlugin()],
  }
}

module.exports = { harness }
