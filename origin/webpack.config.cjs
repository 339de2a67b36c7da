const { browserScripts, nodeProgram } = require('../webpack.base.cjs')

const program = nodeProgram(__dirname, {
  entry: {
    server: './src/server.ts',
    site: './src/cli/site.ts',
    'render-program': './src/rendering/render-program.ts',
    'database-worker': '@site/api/database-worker',
  },
})
// The stand-ins of the payment providers, as the sandbox serves them to browsers.
const standIns = browserScripts(__dirname, {
  folder: 'sandbox',
  entry: { stripe: '@site/api/sandbox/stripe', paypal: '@site/api/sandbox/paypal' },
})

module.exports = [program, standIns]
