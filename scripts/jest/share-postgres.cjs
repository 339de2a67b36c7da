// One PostgreSQL for all test files that need no server of their own. The first of them starts it; it ends with this process.
module.exports = async () => {
  const { allowSharing } = await import('../machine/postgres-server.mjs')
  allowSharing()
}
