const { browserScripts, nodeProgram, renderingProgram, styleSheet } = require('../../scripts/webpack/programs.cjs')

const program = nodeProgram(__dirname, {
  entry: {
    server: './src/server.ts',
    // Separate processes and threads, found beside the program.
    ...renderingProgram.entry,
    'database-worker': '@site/api/database-worker',
    'delta-thread': './src/deltas/delta-thread.ts',
  },
  files: renderingProgram.files,
})

const fakeProviders = browserScripts(__dirname, {
  folder: 'sandbox',
  entry: { stripe: '@site/sandbox/browser/stripe', paypal: '@site/sandbox/browser/paypal' },
})

const pageScripts = browserScripts(__dirname, {
  folder: 'development',
  entry: { page: './src/development/browser/page.ts' },
})
// React Refresh exists only in development builds.
const development = { ...pageScripts, optimization: { ...pageScripts.optimization, nodeEnv: 'development' } }

const deskStyles = styleSheet(__dirname, {
  folder: 'desk',
  entry: { desk: ['@site/shared/styles/tokens.css', '@site/api/staff.css'] },
})

module.exports = [program, fakeProviders, development, deskStyles]
