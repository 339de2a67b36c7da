const path = require('node:path')
const { root } = require('../lib/places.cjs')

const swc = [
  require.resolve('@swc/jest'),
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
  'drizzle-orm|pg|pixelmatch|pngjs|pg-copy-streams|fastify|@fastify|stripe|prom-client|nodemailer|pdfkit|fontkit|typebox|parse5|entities|jose|chrono-node'

module.exports = function jestProject(directory, { environment = 'jsdom', ...rest } = {}) {
  const name = path.basename(directory)
  const isNode = environment === 'node'
  return {
    displayName: name,
    rootDir: directory,
    testEnvironment: isNode ? require.resolve('./node-environment.cjs') : environment,
    testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
    transform: {
      ...(isNode && {
        [`/node_modules/(${LOADED_ONCE})/.+\\.[cm]?js$`]: require.resolve('./load-once.cjs'),
      }),
      '\\.inline\\.ts$': require.resolve('./text-transform.cjs'),
      '^.+\\.tsx?$': swc,
      '/typebox/build/(compile/)?index\\.mjs$': require.resolve('./typebox-transform.cjs'),
      // These ship ES modules only.
      '\\.mjs$': swc,
      '/(parse5|entities|quickjs-wasi|jose|@site/shared)/.+\\.js$': swc,
      '\\.sql$': require.resolve('./text-transform.cjs'),
      '\\.html$': require.resolve('./text-transform.cjs'),
    },
    transformIgnorePatterns: [`/node_modules/(?!(quickjs-wasi|@site/shared|${LOADED_ONCE})/)`],
    moduleNameMapper: { '\\.module\\.css$': require.resolve('identity-obj-proxy'), '^(.+)\\?script$': '$1' },
    setupFilesAfterEnv: [
      require.resolve('@site/shared/testing/setup'),
      ...(environment === 'jsdom' ? [require.resolve('@testing-library/jest-dom')] : []),
    ],
    modulePathIgnorePatterns: ['<rootDir>/dist/'],
    restoreMocks: true,
    cacheDirectory: path.join(root, '.cache/jest'),
    ...rest,
  }
}
