// Mirrors webpack's loaders: these files become modules with a text.
const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')
const { inlineScript } = require('../webpack/inline-script-loader.cjs')
const { readText } = require('../webpack/sanitised-html-loader.cjs')

const loaders = ['inline-script-loader', 'sanitised-html-loader'].map((name) =>
  require.resolve(`../webpack/${name}.cjs`),
)
const readers = { '.html': readText, '.ts': inlineScript, '.sql': (source) => source }

module.exports = {
  // Jest would keep texts of an earlier loader.
  getCacheKey: (source, file) =>
    createHash('sha1')
      .update([...loaders.map((loader) => readFileSync(loader)), file, source].join('\0'))
      .digest('hex'),
  process: (source, file) => {
    const text = readers[file.slice(file.lastIndexOf('.'))](source)
    return { code: `module.exports = { __esModule: true, default: ${JSON.stringify(text)} }` }
  },
}
