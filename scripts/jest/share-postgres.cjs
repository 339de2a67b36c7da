// Shares one PostgreSQL between test files. The first user starts it; it ends with this process.
module.exports = async () => {
  const { allowSharing } = await import('../machine/postgres-server.mjs')
  allowSharing()
}
