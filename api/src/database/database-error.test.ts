import { ProviderError } from '@site/providers/gateway'
import { isUnavailable } from './database-error'

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const failed = (cause: Error) => new TypeError('fetch failed', { cause })

it('takes no provider that is out of reach for the database', () => {
  expect(isUnavailable(new ProviderError('unreachable', 'PayPal gave no answer', { cause: failed(refused) }))).toBe(
    false,
  )
  expect(isUnavailable(new ProviderError('refused', 'The account is closed'))).toBe(false)
})

it('knows the database to be away by what the driver wraps', () => {
  expect(isUnavailable(new Error('Failed query', { cause: refused }))).toBe(true)
})
