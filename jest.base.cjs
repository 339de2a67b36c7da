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

/** Keep no state of a test. Projects with a document load them anew. */
const LOADED_ONCE =
  'drizzle-orm|pg|pg-copy-streams|fastify|@fastify|stripe|prom-client|nodemailer|pdfkit|fontkit|typebox|parse5|entities|jose'

module.exports = function jestProject(directory, { environment = 'jsdom', ...rest } = {}) {
  const name = path.basename(directory)
  const isNode = environment === 'node'
  const resolve = createRequire(path.join(__dirname, 'package.json')).resolve
  return {
    displayName: name,
    rootDir: directory,
    testEnvironment: isNode ? path.join(__dirname, 'scripts/jest/node-environment.cjs') : environment,
    testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
    transform: {
      ...(isNode && {
        [`/node_modules/(${LOADED_ONCE})/.+\\.[cm]?js$`]: path.join(__dirname, 'scripts/jest/load-once.cjs'),
      }),
      '\\.inline\\.ts$': path.join(__dirname, 'scripts/jest/text-transform.cjs'),
      '^.+\\.tsx?$': swc,
      '/typebox/build/(compile/)?index\\.mjs$': path.join(__dirname, 'scripts/jest/typebox-transform.cjs'),
      // parse5, entities, quickjs-wasi and jose ship ES modules only.
      '\\.mjs$': swc,
      '/(parse5|entities|quickjs-wasi|jose)/.+\\.js$': swc,
      '\\.sql$': path.join(__dirname, 'scripts/jest/text-transform.cjs'),
      '\\.html$': path.join(__dirname, 'scripts/jest/text-transform.cjs'),
    },
    transformIgnorePatterns: [`/node_modules/(?!(quickjs-wasi|${LOADED_ONCE})/)`],
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
