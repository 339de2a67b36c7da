const { remotePackage } = require('../webpack.base.cjs')

module.exports = remotePackage(__dirname, {
  exposes: { './__name__-page': './src/__name__-page.tsx' },
})
