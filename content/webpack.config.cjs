const { remotePackage } = require('@site/remote-kit/webpack')

module.exports = remotePackage(__dirname, {
  exposes: {
    './blog-page': './src/blog/blog-page.tsx',
    './blog-post-page': './src/blog/blog-post-page.tsx',
    './careers-page': './src/careers/careers-page.tsx',
    './latest-posts': './src/blog/latest-posts.tsx',
    './policies-page': './src/policies/policies-page.tsx',
  },
})
