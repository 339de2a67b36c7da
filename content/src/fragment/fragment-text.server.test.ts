/** @jest-environment node */
import { fragmentOf } from './fragment-text'

it('reliability: a missing text stops the rendering of a release', async () => {
  jest.useFakeTimers()
  const fragment = Promise.resolve(fragmentOf('post-9-text', () => Promise.reject(new Error('No such text'))))
  const outcome = fragment.catch((error: unknown) => error)
  await jest.advanceTimersByTimeAsync(1_000)
  expect(await outcome).toEqual(new Error('No such text'))
})
