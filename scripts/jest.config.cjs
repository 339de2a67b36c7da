module.exports = require('../jest.base.cjs')(__dirname, {
  environment: 'node',
  testMatch: ['<rootDir>/**/*.test.mjs'],
  modulePathIgnorePatterns: ['<rootDir>/templates/'],
})
