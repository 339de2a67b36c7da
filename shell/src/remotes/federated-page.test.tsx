import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PageBoundary } from '../layout/page-boundary'
import { createPageModules, FederatedPage, type PageModules } from './federated-page'

const page = { default: () => <h1>The catalogue</h1> }
const name = 'catalog/courses-page'
const load = jest.fn()

function show(modules: PageModules) {
  return render(
    <PageBoundary module={name} onRetry={() => modules.retry(name)}>
      <FederatedPage name={name} modules={modules} />
    </PageBoundary>,
  )
}

let errors: jest.SpyInstance
const sendBeacon = jest.fn()

beforeEach(() => {
  load.mockReset()
  sendBeacon.mockReset()
  Object.assign(navigator, { sendBeacon })
  errors = jest.spyOn(console, 'error').mockImplementation(() => {})
})

const forgetErrors = () => errors.mockClear()

describe('FederatedPage on the first view', () => {
  it('waits for a module that fails instead of replacing the HTML that is there, and tries again', async () => {
    jest.useFakeTimers()
    const modules = createPageModules(load)
    load.mockRejectedValueOnce(new Error('404')).mockResolvedValueOnce(page)
    show(modules)
    await act(() => jest.advanceTimersByTimeAsync(500))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await act(() => jest.advanceTimersByTimeAsync(1_000))
    expect(screen.getByRole('heading', { name: 'The catalogue' })).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(2)
    forgetErrors()
    jest.useRealTimers()
  })

  it('R11: reports the failure as a chunk loading error, to the console and to the origin', async () => {
    const modules = createPageModules(load)
    load.mockRejectedValueOnce(new Error('404')).mockReturnValue(new Promise(() => {}))
    show(modules)
    await act(async () => {})
    expect(errors).toHaveBeenCalledWith('ChunkLoadError', expect.stringContaining(name), expect.any(Error))
    expect(sendBeacon).toHaveBeenCalledWith('/beacon', expect.stringContaining('"ChunkLoadError"'))
    void modules.prepare('content/blog-page')
    forgetErrors()
  })

  describe('while its module does not come', () => {
    const HOUR_MS = 3_600_000
    let isHidden = false
    let modules: PageModules

    beforeEach(() => {
      jest.useFakeTimers()
      isHidden = false
      modules = createPageModules(load)
      jest.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
      load.mockImplementation((asked) => (asked === name ? Promise.reject(new Error('404')) : Promise.resolve(page)))
    })
    afterEach(() => {
      void modules.prepare('content/blog-page')
      forgetErrors()
      jest.useRealTimers()
    })

    const asked = () => load.mock.calls.filter(([module]) => module === name).length
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

    it('asks ever more rarely, and reports the failure once', async () => {
      show(modules)
      await pass(HOUR_MS)
      expect(asked()).toBeGreaterThan(100)
      expect(asked()).toBeLessThan(130)
      expect(sendBeacon).toHaveBeenCalledTimes(1)
    })

    it('asks no more once the visitor has gone on to another page', async () => {
      const { unmount } = show(modules)
      await pass(2_000)
      const before = asked()
      void modules.prepare('content/blog-page')
      unmount()
      await pass(HOUR_MS)
      expect(asked()).toBe(before)
      expect(sendBeacon).toHaveBeenCalledTimes(1)
    })

    it('rests while nobody looks at the tab, and asks as soon as somebody does', async () => {
      show(modules)
      await pass(2_000)
      isHidden = true
      await pass(60_000)
      const before = asked()
      await pass(HOUR_MS)
      expect(asked()).toBe(before)
      isHidden = false
      await act(async () => document.dispatchEvent(new Event('visibilitychange')))
      expect(asked()).toBe(before + 1)
    })

    it('asks at once when the connection is back', async () => {
      show(modules)
      await pass(60_000)
      const before = asked()
      await act(async () => window.dispatchEvent(new Event('online')))
      expect(asked()).toBe(before + 1)
    })

    it('comes alive when its module comes', async () => {
      show(modules)
      await pass(10_000)
      load.mockResolvedValue(page)
      await pass(30_000)
      expect(screen.getByRole('heading', { name: 'The catalogue' })).toBeInTheDocument()
    })
  })
})

describe('FederatedPage on a later navigation', () => {
  // React drops the state of a component that suspends before it is mounted.
  it('D-03: asks once, and shows in its place what happened, with Retry, phone and e-mail; Retry loads it', async () => {
    const modules = createPageModules(load)
    load.mockRejectedValue(new Error('404'))
    await modules.prepare(name)
    show(modules)
    expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('link', { name: '020 7946 0123' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'hello@example.com' })).toBeInTheDocument()
    load.mockReset().mockResolvedValue(page)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'The catalogue' })).toBeInTheDocument()
    forgetErrors()
  })

  it('D-04: goes on after a second to a spinner, and offers a way out within four', async () => {
    jest.useFakeTimers()
    const modules = createPageModules(load)
    load.mockReturnValue(new Promise(() => {}))
    let isReady = false
    void modules.prepare(name).then(() => {
      isReady = true
    })
    await act(() => jest.advanceTimersByTimeAsync(1_000))
    expect(isReady).toBe(true)
    show(modules)
    expect(screen.getByText('Loading the page…')).toBeInTheDocument()
    await act(() => jest.advanceTimersByTimeAsync(3_000))
    expect(screen.getByRole('heading', { name: 'This page is still loading' })).toBeInTheDocument()
    jest.useRealTimers()
  })

  it('shows a module that is there at once, without a spinner', async () => {
    const modules = createPageModules(load)
    load.mockResolvedValue(page)
    await modules.prepare(name)
    show(modules)
    expect(screen.getByRole('heading', { name: 'The catalogue' })).toBeInTheDocument()
  })
})
