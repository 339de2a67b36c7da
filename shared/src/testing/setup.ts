import { TextDecoder, TextEncoder } from 'node:util'

/** The router reads only these members of a request. */
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

/** No network unless the test installs one. */
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))

// Missing in jsdom.
Object.assign(globalThis, {
  TextDecoder,
  TextEncoder,
  Request: globalThis.Request ?? NavigationRequest,
  fetch: globalThis.fetch ?? noNetwork,
})

if ('Element' in globalThis) Element.prototype.scrollIntoView ??= () => {}

// React reports broken hydration, keys and acts on the console.
let errors: jest.SpyInstance

beforeEach(() => {
  jest.useRealTimers()
  // A test without assertions always passes.
  expect.hasAssertions()
  errors = jest.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  const calls = errors.mock.calls.map((call) => call.map(String).join(' '))
  errors.mockRestore()
  if (calls.length > 0) throw new Error(`console.error was called:\n${calls.join('\n')}`)
})
