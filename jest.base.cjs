const { createRequire } = require('node:module')
const path = require('node:path')

const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
  },
]

module.exports = function jestProject(directory, { environment = 'jsdom', ...rest } = {}) {
  const name = path.basename(directory)
  const resolve = createRequire(path.join(__dirname, 'package.json')).resolve
  return {
    displayName: name,
    rootDir: directory,
    testEnvironment: environment,
    testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
    transform: {
      '\\.inline\\.ts$': path.join(__dirname, 'scripts/jest/text-transform.cjs'),
      '^.+\\.tsx?$': swc,
      '/typebox/build/(compile/)?index\\.mjs$': path.join(__dirname, 'scripts/jest/typebox-transform.cjs'),
      // parse5, entities, quickjs-wasi and jose ship ES modules only.
      '\\.mjs$': swc,
      '/(parse5|entities|quickjs-wasi|jose)/.+\\.js$': swc,
      '\\.sql$': path.join(__dirname, 'scripts/jest/text-transform.cjs'),
      '\\.html$': path.join(__dirname, 'scripts/jest/text-transform.cjs'),
    },
    transformIgnorePatterns: ['/node_modules/(?!(typebox|parse5|entities|quickjs-wasi|jose)/)'],
    moduleNameMapper: { '\\.module\\.css$': resolve('identity-obj-proxy'), '^(.+)\\?script$': '$1' },
    setupFilesAfterEnv: [
      path.join(__dirname, 'shared/src/testing/setup.ts'),
      ...(environment === 'jsdom' ? [resolve('@testing-library/jest-dom')] : []),
    ],
    restoreMocks: true,
    cacheDirectory: path.join(__dirname, '.cache/jest'),
    ...rest,
  }
}
