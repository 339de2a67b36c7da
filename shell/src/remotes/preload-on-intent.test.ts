import { routes } from '../testing/site'
import { createPageModules } from './federated-page'
import { preloadOnIntent } from './preload-on-intent'

const load = jest.fn()
const MINUTE_MS = 60_000

beforeEach(() => {
  jest.useFakeTimers()
  load.mockReset()
  document.body.innerHTML = '<a href="/blog"><b>Blog</b></a><a href="https://elsewhere.example/blog">Elsewhere</a>'
})
afterEach(() => jest.useRealTimers())

const point = async (selector: string, type = 'pointerover') => {
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }))
  await jest.advanceTimersByTimeAsync(0)
}

function listen() {
  const listeners = jest.spyOn(document, 'addEventListener')
  preloadOnIntent(document, createPageModules(load).preload, async () => routes)
  return () => {
    for (const [type, listener] of listeners.mock.calls) document.removeEventListener(type, listener)
  }
}

describe('preloading on intent', () => {
  it.each(['pointerover', 'touchstart', 'focusin'])('asks once for the module of a link on %s', async (type) => {
    load.mockResolvedValue({ default: () => null })
    const stop = listen()
    await point('b', type)
    await point('b', type)
    expect(load.mock.calls).toEqual([['content/blog-page', { isFresh: false }]])
    stop()
  })

  it('leaves links alone that lead to other sites or to a document of its own', async () => {
    document.body.innerHTML += '<a href="/login">Sign in</a>'
    const stop = listen()
    await point('a[href^=https]')
    await point('a[href="/login"]')
    expect(load).not.toHaveBeenCalled()
    stop()
  })

  it('backs off after a failure', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {})
    load.mockRejectedValue(new Error('404'))
    const stop = listen()
    for (let second = 0; second < 60; second += 1) {
      await point('b')
      await jest.advanceTimersByTimeAsync(1_000)
    }
    expect(load.mock.calls.length).toBeGreaterThan(1)
    expect(load.mock.calls.length).toBeLessThanOrEqual(6)
    await jest.advanceTimersByTimeAsync(MINUTE_MS)
    const before = load.mock.calls.length
    await point('b')
    expect(load).toHaveBeenCalledTimes(before + 1)
    jest.mocked(console.error).mockClear()
    stop()
  })
})
