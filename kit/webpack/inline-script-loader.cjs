// Loads `./starter.inline.ts?script`: a module's one function, minified, as text for a page.
const { minifySync, transformSync } = require('@swc/core')
const { browsers } = require('./common.cjs')

const EXPORT = 'export default '

module.exports = function inlineScriptLoader(source) {
  return `export default ${JSON.stringify(inlineScript(source))}`
}
module.exports.inlineScript = inlineScript

/** @throws Error when the module is more than one function */
function inlineScript(source) {
  const { code } = transformSync(source, { env: { targets: browsers }, jsc: { parser: { syntax: 'typescript' } } })
  const minified = minifySync(code, { module: true, compress: { passes: 3 }, mangle: true })
  const text = minified.code.trim().replace(/;$/, '')
  if (!text.startsWith(`${EXPORT}function`)) throw new Error('An inline script is one exported function')
  return text.slice(EXPORT.length)
}
