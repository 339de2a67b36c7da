import { act, render, screen } from '@testing-library/react'
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
  })
})

describe('FederatedPage on a later navigation', () => {
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
