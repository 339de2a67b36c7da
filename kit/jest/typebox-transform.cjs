// Bundles TypeBox into one module; each test file would load its 700 ES modules.
const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')
const path = require('node:path')
const { buildSync } = require('esbuild')

module.exports = {
  process(_source, file) {
    if (file.endsWith('/build/compile/index.mjs')) return { code: `module.exports = require('../index.mjs').compile` }
    const contents = `export * from './index.mjs'
export { default } from './index.mjs'
export * as compile from './compile/index.mjs'`
    const { outputFiles } = buildSync({
      stdin: { contents, resolveDir: path.dirname(file) },
      bundle: true,
      write: false,
      format: 'cjs',
      platform: 'node',
      target: 'node20',
    })
    return { code: outputFiles[0].text }
  },
  getCacheKey(_source, file, { configString }) {
    const [folder] = file.split(`${path.sep}build${path.sep}`)
    const parts = [configString, file, ...[path.join(folder, 'package.json'), __filename].map((it) => readFileSync(it))]
    return createHash('sha256').update(parts.join('\n')).digest('hex')
  },
}
