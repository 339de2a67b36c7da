const { remotePackage } = require('@site/remote-kit/webpack')

module.exports = remotePackage(__dirname, {
  exposes: {
    './courses-page': './src/courses/courses-page.tsx',
    './named-courses': './src/popular/named-courses.tsx',
    './popular-courses': './src/popular/popular-courses.tsx',
    './trust': './src/popular/trust.tsx',
    './safety-plus-page': './src/safety-plus/safety-plus-page.tsx',
  },
})
