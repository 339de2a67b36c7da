const project = require('../jest.base.cjs')(__dirname, {
  environment: 'node',
  testMatch: ['<rootDir>/**/*.test.mjs'],
  modulePathIgnorePatterns: ['<rootDir>/templates/'],
  transformIgnorePatterns: ['/node_modules/(?!oxc-parser/)'],
})
// The parser is published as ES modules only.
const transform = { ...project.transform, '/oxc-parser/.+\\.js$': project.transform['\\.mjs$'] }

module.exports = { ...project, transform }
