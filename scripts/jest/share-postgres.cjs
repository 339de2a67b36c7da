// Before the first test: one PostgreSQL for all files that need no server of their own. The first of them starts it.
module.exports = async () => {
  const { allowSharing } = await import('../lib/shared-postgres.mjs')
  globalThis.stopSharedPostgres = allowSharing()
}
