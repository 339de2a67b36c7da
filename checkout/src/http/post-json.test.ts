import { installNetwork } from '../testing/network'
import { postJson } from './post-json'

const post = () => postJson('/api/anything', { a: 1 }, 10_000)

it.each([
  [
    { message: 'No', code: 'refused' },
    { message: 'No', code: 'refused' },
  ],
  [{ message: ' ' }, { message: undefined, code: undefined }],
  [{ message: 7 }, { message: undefined, code: undefined }],
  ['<html>Bad gateway</html>', { message: undefined, code: undefined }],
  ['null', { message: undefined, code: undefined }],
])('R162: reads the message of the refusal %j', async (body, expected) => {
  installNetwork({ '/api/anything': { status: 502, body } })
  await expect(post()).resolves.toEqual({ kind: 'refused', status: 502, ...expected })
})

it('R144, R163: gives up after 10 seconds', async () => {
  jest.useFakeTimers()
  installNetwork({ '/api/anything': new Promise(() => {}) })
  const settled = jest.fn()
  const result = post().finally(settled)
  await jest.advanceTimersByTimeAsync(9_999)
  expect(settled).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(1)
  await expect(result).resolves.toEqual({ kind: 'no-response' })
  jest.useRealTimers()
})

it('R164: reports a call that cannot be made', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {})
  await expect(postJson('http://', {}, 1)).resolves.toEqual({ kind: 'unsent' })
  await expect(postJson('/api/anything', { amount: 1n }, 1)).resolves.toEqual({ kind: 'unsent' })
})
