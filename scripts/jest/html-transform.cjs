// In tests an HTML fragment is what the webpack loader makes of it: a module with the sanitised text.
const { sanitise } = require('../webpack/sanitised-html-loader.cjs')

module.exports = {
  process: (source) => ({
    code: `module.exports = { __esModule: true, default: ${JSON.stringify(sanitise(source))} }`,
  }),
}
