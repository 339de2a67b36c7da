const { nodeProgram } = require('../webpack.base.cjs')

module.exports = nodeProgram(__dirname, {
  entry: {
    server: './src/server.ts',
    site: './src/cli/site.ts',
    'render-worker': './src/rendering/render-worker.ts',
  },
})
