import { routes } from '../testing/site'
import { createPageModules } from './federated-page'
import { preloadOnIntent } from './preload-on-intent'

const load = jest.fn()
const MINUTE_MS = 60_000

beforeEach(() => {
  jest.useFakeTimers()
  load.mockReset()
  const root = document.createElement('main')
  root.innerHTML =
    '<a href="/blog"><b>Blog</b></a><a href="https://elsewhere.example/blog">Elsewhere</a><a href="/login">Sign in</a>'
  document.body.replaceChildren(root)
  preloadOnIntent(root, createPageModules(load), async () => routes)
})

const point = async (selector: string, type = 'pointerover') => {
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }))
  await jest.advanceTimersByTimeAsync(0)
}

describe('preloading on intent', () => {
  it.each(['pointerover', 'touchstart', 'focusin'])('asks once for the module of a link on %s', async (type) => {
    load.mockResolvedValue({ default: () => null })
    await point('b', type)
    await point('b', type)
    expect(load.mock.calls).toEqual([['content/blog-page', { isFresh: false }]])
  })

  it('leaves links alone that lead to other sites or to a document of its own', async () => {
    await point('a[href^=https]')
    await point('a[href="/login"]')
    expect(load).not.toHaveBeenCalled()
  })

  it('backs off after a failure', async () => {
    load.mockRejectedValue(new Error('404'))
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
  })
})
