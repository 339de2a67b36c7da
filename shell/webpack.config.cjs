const { hostPackage } = require('../webpack.base.cjs')

module.exports = hostPackage(__dirname, { entry: './src/index.ts', server: './src/server.tsx' })
