const { nodeProgram } = require('../webpack.base.cjs')

module.exports = nodeProgram(__dirname, { entry: { server: './src/server.ts' } })
