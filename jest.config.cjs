const { packages: released } = require('./lerna.json')

const platform = ['base', 'release', 'compose', 'site', 'origin', 'operator'].map((name) => `platform/${name}`)
const packages = [...released, ...platform, 'api', 'api/papers', 'api/sandbox', 'api/simulation', 'scripts']

// A slow machine is no failure; the embedded database alone takes seconds to start.
module.exports = {
  projects: packages.map((name) => `<rootDir>/${name}`),
  globalSetup: '<rootDir>/scripts/jest/share-postgres.cjs',
  testSequencer: '<rootDir>/scripts/jest/long-first.cjs',
  testTimeout: 60_000,
}
