/** The database does not answer now: the caller may try again later; nothing is known to be lost. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

const connectionFaults = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE'])
/** PostgreSQL's classes: connection, insufficient resources, operator intervention, system error. */
const serverFault = /^(08|53|57|58)/
/** The driver's own errors carry no code. */
const driverFault = /connection terminated|connection timeout|timeout exceeded|query read timeout|closed|not queryable/i
const askedToRetry = new Set(['40001', '40P01'])

/** Whether the fault is the database's and not the query's. */
export function isUnavailable(error: unknown): boolean {
  return chainOf(error).some((link) => {
    if (link instanceof DatabaseUnavailable) return true
    const code = codeOf(link)
    if (code) return connectionFaults.has(code) || (code.length === 5 && serverFault.test(code))
    return link instanceof Error && !('query' in link) && driverFault.test(link.message)
  })
}

/** Whether PostgreSQL asks to run the transaction again. */
export function isRetryable(error: unknown): boolean {
  return chainOf(error).some((link) => askedToRetry.has(codeOf(link) ?? ''))
}

/** Drizzle wraps the driver's error, which may wrap the system's. */
function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let link = error; link && chain.length < 5; link = link instanceof Error ? link.cause : undefined) {
    chain.push(link)
  }
  return chain
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
