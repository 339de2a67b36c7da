import { Block, FindBlock } from '@site/shared/block'
import { act, render, screen } from '@testing-library/react'
import { PageBoundary } from '../layout/page-boundary'
import { createPageModules, FederatedPage, type PageModules } from './federated-page'

const page = { default: () => <h1>The catalogue</h1> }
const name = 'catalog/courses-page'
const load = jest.fn()
const HOUR_MS = 3_600_000

describe('FederatedPage', () => {
  let modules: PageModules
  beforeEach(() => {
    jest.useFakeTimers()
    load.mockReset()
    Object.assign(navigator, { sendBeacon: jest.fn() })
    modules = createPageModules(load)
  })
  afterEach(() => jest.mocked(console.error).mockClear())

  const show = () =>
    render(
      <PageBoundary module={name} onRetry={() => modules.stateOf(name).retry()}>
        <FederatedPage name={name} modules={modules} />
      </PageBoundary>,
    )
  const asked = () => load.mock.calls.filter(([module]) => module === name).length
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

  describe('a module that does not come on the first view', () => {
    beforeEach(() => {
      load.mockImplementation((asked) => (asked === name ? Promise.reject(new Error('404')) : Promise.resolve(page)))
      show()
    })
    afterEach(() => void modules.prepare('content/blog-page'))

    it('rests while nobody looks at the tab, and is asked for as soon as somebody does', async () => {
      await pass(2_000)
      const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)
      await pass(60_000)
      const before = asked()
      await pass(HOUR_MS)
      expect(asked()).toBe(before)
      hidden.mockReturnValue(false)
      await act(async () => document.dispatchEvent(new Event('visibilitychange')))
      expect(asked()).toBe(before + 1)
    })

    it('is asked for at once when the connection is back', async () => {
      await pass(60_000)
      const before = asked()
      await act(async () => window.dispatchEvent(new Event('online')))
      expect(asked()).toBe(before + 1)
    })
  })

  it('D-04: a later navigation goes on after a second to a spinner, and offers a way out within four', async () => {
    load.mockReturnValue(new Promise(() => {}))
    const ready = jest.fn()
    void modules.prepare(name).then(ready)
    await pass(1_000)
    expect(ready).toHaveBeenCalled()
    show()
    expect(screen.getByText('Loading the page…')).toBeInTheDocument()
    await pass(3_000)
    expect(screen.getByRole('heading', { name: 'This page is still loading' })).toBeInTheDocument()
  })

  it('shows a module that is there at once, and the fallback of a block beside it that throws', async () => {
    const broken = () => {
      throw new Error('a bug')
    }
    const block = { name: 'catalog/popular-courses', props: {} }
    load.mockImplementation(async (asked) => (asked === name ? page : { default: broken }))
    await modules.prepare(name, [block.name])
    show()
    expect(screen.getByRole('heading', { name: 'The catalogue' })).toBeInTheDocument()
    const element = <FederatedPage name={block.name} modules={modules} />
    render(
      <FindBlock value={() => ({ kind: 'component', element })}>
        <Block block={block} fallback={<p>See all courses</p>} />
      </FindBlock>,
    )
    expect(screen.getByText('See all courses')).toBeInTheDocument()
  })
})
