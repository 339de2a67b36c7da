// In tests a migration is what webpack's `asset/source` makes of it: a module with its text.
module.exports = {
  process: (source) => ({ code: `module.exports = { __esModule: true, default: ${JSON.stringify(source)} }` }),
}
