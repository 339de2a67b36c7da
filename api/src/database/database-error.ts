import { codeOf } from '../errors/api-error'

export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE'])
/** PostgreSQL's classes: connection, insufficient resources, operator intervention, system error. */
const serverError = /^(08|53|57|58)/
/** The driver's own errors have no code. */
const driverError = /connection terminated|connection timeout|timeout exceeded|query read timeout|closed|not queryable/i
const askedToRetry = new Set(['40001', '40P01'])

export function isUnavailable(error: unknown): boolean {
  return chainOf(error).some((link) => {
    if (link instanceof DatabaseUnavailable) return true
    const code = codeOf(link)
    if (code) return connectionErrors.has(code) || (code.length === 5 && serverError.test(code))
    return isObject(link) && 'message' in link && !('query' in link) && driverError.test(String(link.message))
  })
}

export function isRetryable(error: unknown): boolean {
  return chainOf(error).some((link) => askedToRetry.has(codeOf(link) ?? ''))
}

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let link = error; link && !isProviders(link) && chain.length < 5; link = causeOf(link)) {
    chain.push(link)
  }
  return chain
}

const causeOf = (error: unknown): unknown => (isObject(error) && 'cause' in error ? error.cause : undefined)

function isProviders(link: unknown): boolean {
  return isObject(link) && 'name' in link && link.name === 'ProviderError'
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
