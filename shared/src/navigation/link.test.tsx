import { act, createEvent, fireEvent, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { renderPage } from '../testing'
import { Link, type LinkProps } from './link'

async function click(props: Partial<LinkProps> = {}, event: MouseEventInit = {}) {
  const { router } = renderPage(<Link to="/courses?category=food" {...props} />)
  const navigate = jest.spyOn(router, 'navigate').mockResolvedValue()
  const link = screen.getByRole('link')
  const press = createEvent.click(link, { button: 0, ...event })
  let isLeftToBrowser = false
  // jsdom cannot load a page and would report it in a later test.
  const stop = () => {
    isLeftToBrowser = !press.defaultPrevented
    press.preventDefault()
  }
  window.addEventListener('click', stop, { once: true })
  fireEvent(link, press)
  return { link, navigate, isLeftToBrowser }
}

it('adds no entry to the history for the page that is shown', async () => {
  const { navigate } = await click({ to: '/' })
  expect(navigate).toHaveBeenCalledWith('/', expect.objectContaining({ replace: true }))
})

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves a click with %j to the browser',
  async (event) => {
    const onNavigate = jest.fn()
    const { navigate, isLeftToBrowser } = await click({ onNavigate }, event)
    expect(isLeftToBrowser).toBe(true)
    expect(navigate).not.toHaveBeenCalled()
    expect(onNavigate).not.toHaveBeenCalled()
  },
)

it('tells its owner before it goes there', async () => {
  const onNavigate = jest.fn()
  const { navigate } = await click({ onNavigate })
  expect(onNavigate.mock.invocationCallOrder[0]).toBeLessThan(navigate.mock.invocationCallOrder[0] ?? 0)
})

it('leaves a target of its own to the browser', async () => {
  expect((await click({ target: '_blank' })).navigate).not.toHaveBeenCalled()
})

it('stays when its owner has handled the click', async () => {
  const { navigate } = await click({ onClick: (event) => event.preventDefault() })
  expect(navigate).not.toHaveBeenCalled()
})

it('is not rendered again when the location changes', async () => {
  const commits = jest.fn()
  const { router } = renderPage(
    <Profiler id="link" onRender={commits}>
      <Link to="/courses" />
    </Profiler>,
  )
  await act(() => router.navigate('/blog'))
  expect(commits).toHaveBeenCalledTimes(1)
})
