const { nodeProgram, renderingProgram, styleSheet } = require('../../scripts/webpack/programs.cjs')

const program = nodeProgram(__dirname, {
  entry: {
    site: './src/site.ts',
    'run-site': './src/run-site.ts',
    // Separate processes and threads, found beside the program.
    ...renderingProgram.entry,
    'database-worker': '@site/api/database-worker',
  },
  files: renderingProgram.files,
})

const consoleStyles = styleSheet(__dirname, {
  folder: 'console',
  entry: { console: ['@site/shared/styles/tokens.css', '@site/api/staff.css'] },
})

module.exports = [program, consoleStyles]
