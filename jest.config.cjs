const { packages: released } = require('./lerna.json')

const platform = ['base', 'release', 'compose', 'site', 'origin', 'operator'].map((name) => `platform/${name}`)
const packages = [...released, ...platform, 'api', 'api/papers', 'api/sandbox', 'api/simulation', 'scripts']

// A generous time-out: the embedded database takes seconds to start on a slow machine.
module.exports = {
  projects: packages.map((name) => `<rootDir>/${name}`),
  globalSetup: '<rootDir>/scripts/jest/share-postgres.cjs',
  testTimeout: 60_000,
}
