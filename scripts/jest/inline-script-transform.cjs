// In tests an inline script is what the build makes of it: a module with the text of its function.
const { inlineScript } = require('../webpack/inline-script-loader.cjs')

module.exports = {
  process: (source) => ({
    code: `module.exports = { __esModule: true, default: ${JSON.stringify(inlineScript(source))} }`,
  }),
}
