import type { Random } from '@platform/base/testing/random'

/** How one call of a provider can go wrong. `… after`: what was asked is done all the same; `… instead`: it is not
 * done, and the provider remembers that it failed. `arrives late`: when nobody waits for it any more. */
export type CallFailure =
  | 'arrives late'
  | 'lost before'
  | 'lost after'
  | 'error before'
  | 'error instead'
  | 'error after'
  | 'hangs'
  | 'trickles'
  | 'unauthorised'
  | 'missing'
  | 'busy'
  | 'garbled'

/** What is known of the money is worst after an answer that was lost: that is drawn most often. */
const failures = [
  'lost before',
  'lost after',
  'lost after',
  'error before',
  'error instead',
  'error after',
  'error after',
  'arrives late',
  'hangs',
  'trickles',
  'unauthorised',
  'missing',
  'busy',
  'garbled',
] as const satisfies readonly CallFailure[]

export function pickFailure({ pick }: Random): CallFailure {
  return pick<CallFailure>(failures)
}

type Canned = { status: number; body: string }

const stripeError = (type: string, code: string) => JSON.stringify({ error: { type, code, message: code } })
const payPalError = (name: string, issue: string) => JSON.stringify({ name, details: [{ issue }], message: issue })

/** What is answered without a look at the books. */
export function failureReplies(provider: 'stripe' | 'paypal'): Partial<Record<CallFailure, Canned>> {
  const isStripe = provider === 'stripe'
  return {
    'error before': { status: 500, body: isStripe ? stripeError('api_error', 'error') : payPalError('ERROR', 'ERROR') },
    unauthorised: {
      status: 401,
      body: isStripe ? stripeError('invalid_request_error', 'api_key_expired') : '{"error":"invalid_token"}',
    },
    missing: {
      status: 404,
      body: isStripe
        ? stripeError('invalid_request_error', 'resource_missing')
        : payPalError('RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'),
    },
    busy: { status: 429, body: isStripe ? stripeError('rate_limit_error', 'rate_limit') : payPalError('BUSY', 'BUSY') },
    garbled: { status: 200, body: '<!doctype html><ti' },
  }
}
