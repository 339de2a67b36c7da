import { TextDecoder, TextEncoder } from 'node:util'

/** The router wraps each navigation in a request and reads no more of it than this. */
class NavigationRequest {
  readonly url: string
  readonly method: string
  readonly signal: AbortSignal | undefined

  constructor(url: string | URL, { method = 'GET', signal }: { method?: string; signal?: AbortSignal } = {}) {
    this.url = String(url)
    this.method = method
    this.signal = signal
  }
}

/** Nobody answers a page in a test, unless that test does. */
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))

// The router, React's server renderer and pages need these; jsdom has none of them.
Object.assign(globalThis, {
  TextDecoder,
  TextEncoder,
  Request: globalThis.Request ?? NavigationRequest,
  fetch: globalThis.fetch ?? noNetwork,
})

// An unexpected error on the console is a failure: React reports broken hydration, keys and acts there.
let errors: jest.SpyInstance

beforeEach(() => {
  // A test that looks at nothing passes whatever happens.
  expect.hasAssertions()
  errors = jest.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  const calls = errors.mock.calls.map((call) => call.map(String).join(' '))
  errors.mockRestore()
  if (calls.length > 0) throw new Error(`console.error was called:\n${calls.join('\n')}`)
})
