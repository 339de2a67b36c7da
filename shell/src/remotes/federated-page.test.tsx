import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PageBoundary } from '../layout/page-boundary'
import { FederatedPage } from './federated-page'
import { createPageLoader, type PageLoader } from './page-loader'

const page = { default: () => <h1>The catalogue</h1> }
const name = 'catalog/courses-page'
const load = jest.fn()

function show(loader: PageLoader) {
  return render(
    <PageBoundary module={name} onRetry={() => loader.retry(name)}>
      <FederatedPage name={name} loader={loader} />
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

/** The failures these tests cause are expected on the console. */
const forgetErrors = () => errors.mockClear()

describe('FederatedPage on the first view', () => {
  it('waits for a module that fails instead of replacing the HTML that is there, and tries again', async () => {
    jest.useFakeTimers()
    const loader = createPageLoader(load)
    load.mockRejectedValueOnce(new Error('404')).mockResolvedValueOnce(page)
    show(loader)
    await act(() => jest.advanceTimersByTimeAsync(500))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await act(() => jest.advanceTimersByTimeAsync(1_000))
    expect(screen.getByRole('heading', { name: 'The catalogue' })).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(2)
    forgetErrors()
    jest.useRealTimers()
  })

  it('R11: reports the failure as a chunk loading error, to the console and to the origin', async () => {
    const loader = createPageLoader(load)
    load.mockRejectedValueOnce(new Error('404')).mockReturnValue(new Promise(() => {}))
    show(loader)
    await act(async () => {})
    expect(errors).toHaveBeenCalledWith('ChunkLoadError', expect.stringContaining(name), expect.any(Error))
    expect(sendBeacon).toHaveBeenCalledWith('/beacon', expect.stringContaining('"ChunkLoadError"'))
    forgetErrors()
  })
})

describe('FederatedPage on a later navigation', () => {
  // React drops the state of what suspends before it is mounted, so each attempt asked again, hundreds of times.
  it('D-03: asks once, and shows in its place what happened, with Retry, phone and e-mail; Retry loads it', async () => {
    const loader = createPageLoader(load)
    load.mockRejectedValue(new Error('404'))
    await loader.prepare(name)
    show(loader)
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
    const loader = createPageLoader(load)
    load.mockReturnValue(new Promise(() => {}))
    let isReady = false
    void loader.prepare(name).then(() => {
      isReady = true
    })
    await act(() => jest.advanceTimersByTimeAsync(1_000))
    expect(isReady).toBe(true)
    show(loader)
    expect(screen.getByText('Loading the page…')).toBeInTheDocument()
    await act(() => jest.advanceTimersByTimeAsync(3_000))
    expect(screen.getByRole('heading', { name: 'This page is still loading' })).toBeInTheDocument()
    jest.useRealTimers()
  })

  it('shows a module that is there at once, without a spinner', async () => {
    const loader = createPageLoader(load)
    load.mockResolvedValue(page)
    await loader.prepare(name)
    show(loader)
    expect(screen.getByRole('heading', { name: 'The catalogue' })).toBeInTheDocument()
  })
})
