// After the last test.
module.exports = () => globalThis.stopSharedPostgres()
