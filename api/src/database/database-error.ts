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
    const { message, query } = Object(link)
    return query === undefined && driverError.test(String(message))
  })
}

export function isRetryable(error: unknown): boolean {
  return chainOf(error).some((link) => askedToRetry.has(codeOf(link) ?? ''))
}

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  const isProviders = (link: unknown) => Object(link).name === 'ProviderError'
  for (let link = error; link && !isProviders(link) && chain.length < 5; link = Object(link).cause) chain.push(link)
  return chain
}
