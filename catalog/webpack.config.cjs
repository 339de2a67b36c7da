const { remotePackage } = require('@site/remote-kit/webpack')

module.exports = remotePackage(__dirname, {
  exposes: {
    './courses-page': './src/courses/courses-page.tsx',
    './popular-courses': './src/popular/popular-courses.tsx',
    './safety-plus-page': './src/safety-plus/safety-plus-page.tsx',
  },
})
