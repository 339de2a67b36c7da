import { installNetwork } from '../testing/network'
import { postJson } from './post-json'

it('R144, R163: gives up after 10 seconds', async () => {
  jest.useFakeTimers()
  installNetwork({ '/api/anything': new Promise(() => {}) })
  const settled = jest.fn()
  const result = postJson('/api/anything', {}, 10_000).finally(settled)
  await jest.advanceTimersByTimeAsync(9_999)
  expect(settled).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(1)
  await expect(result).resolves.toEqual({ kind: 'no-response' })
})
