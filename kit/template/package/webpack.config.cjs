const { remotePackage } = require('@site/remote-kit/webpack')

module.exports = remotePackage(__dirname, {
  exposes: { './__name__-page': './src/__name__-page.tsx' },
})
