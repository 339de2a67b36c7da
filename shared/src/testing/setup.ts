import '@testing-library/jest-dom'
import { TextDecoder, TextEncoder } from 'node:util'

// The router and React's server renderer need both; jsdom has neither.
Object.assign(globalThis, { TextDecoder, TextEncoder })

// An unexpected error on the console is a failure: React reports broken hydration, keys and acts there.
let errors: jest.SpyInstance

beforeEach(() => {
  errors = jest.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  const calls = errors.mock.calls.map((call) => call.map(String).join(' '))
  errors.mockRestore()
  if (calls.length > 0) throw new Error(`console.error was called:\n${calls.join('\n')}`)
})
