const { browserScripts, nodeProgram } = require('../webpack.base.cjs')

const program = nodeProgram(__dirname, {
  entry: { server: './src/server.ts', 'database-worker': './src/database/embedded/database-worker.ts' },
})
const standIns = browserScripts(__dirname, {
  folder: 'sandbox',
  entry: { stripe: './src/sandbox/browser/stripe.ts', paypal: './src/sandbox/browser/paypal.ts' },
})

module.exports = [program, standIns]
