const { browserScripts, nodeProgram, styleSheet } = require('../webpack.base.cjs')

const program = nodeProgram(__dirname, {
  entry: {
    server: './src/server.ts',
    site: './src/cli/site.ts',
    'run-site': './src/cli/run-site.ts',
    'render-program': './src/rendering/render-program.ts',
    'database-worker': '@site/api/database-worker',
  },
})
// The stand-ins of the payment providers, as the sandbox serves them to browsers.
const standIns = browserScripts(__dirname, {
  folder: 'sandbox',
  entry: { stripe: '@site/api/sandbox/stripe', paypal: '@site/api/sandbox/paypal' },
})

// What pages run while a package is being developed.
const development = browserScripts(__dirname, {
  folder: 'development',
  entry: { page: './src/development/browser/page.ts' },
})

// The console's pages are made on the server; a browser gets their styles and nothing else.
const consoleStyles = styleSheet(__dirname, { folder: 'console', entry: { console: './src/console/styles.ts' } })

module.exports = [program, standIns, development, consoleStyles]
