const { hostPackage } = require('../scripts/webpack/host-package.cjs')

module.exports = hostPackage(__dirname, { entry: './src/index.ts', server: './src/server.tsx' })
