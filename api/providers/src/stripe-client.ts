import { fetchWhole } from '@platform/base/http/fetch-whole'
import Stripe from 'stripe'
import { ProviderError, type ProviderErrorKind, type StripeConfig } from './gateway'

type Options = { timeout: number; maxNetworkRetries: number }

/**
 * Limits the time of a whole answer. Node's client restarts its limit with every byte;
 * the SDK's limit for `fetch` is lost in garbage collection.
 */
export function createStripe({ secretKey, apiUrl }: StripeConfig, options: Options): Stripe {
  return new Stripe(secretKey, {
    ...options,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient((url, init = {}) => fetchWhole(url, init, { limitMs: options.timeout })),
    ...addressOf(apiUrl),
  })
}

function addressOf(url: string | undefined) {
  if (!url) return {}
  const { hostname, port, protocol } = new URL(url)
  const isPlain = protocol === 'http:'
  return { host: hostname, port: Number(port) || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' } as const
}

export function rethrow(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const { statusCode = 0, message } = error
  const as = (kind: ProviderErrorKind, text: string) => new ProviderError(kind, text, { cause: error })
  if (error instanceof Stripe.errors.StripeConnectionError || statusCode === 0) {
    throw as('unreachable', 'Stripe gave no answer')
  }
  // 409: another request with the same key is in progress.
  if (statusCode === 409 || statusCode === 429) throw as('unreachable', 'Stripe is busy')
  if (statusCode >= 500) throw as('broken', 'Stripe failed')
  if (statusCode === 401 || statusCode === 403) throw as('unauthorised', 'Stripe does not accept our key')
  if (statusCode === 404) throw as('missing', 'Stripe knows no such payment')
  throw as('refused', message)
}
