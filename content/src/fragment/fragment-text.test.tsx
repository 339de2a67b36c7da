import { renderPage } from '@site/shared/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { FragmentText } from './fragment-text'

beforeEach(() => jest.useFakeTimers())

const show = (text: ReactElement) => act(async () => renderPage(text))
const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds))

it('R12, R78: says that the text is coming, tries a second time and shows it, fetched once', async () => {
  const load = jest.fn(async () => '<h2>Plan the job</h2>').mockRejectedValueOnce(new Error('Loading chunk 7 failed'))
  const page = await show(<FragmentText id="slow" load={load} kind="article" />)
  expect(screen.getByRole('status')).toHaveTextContent('Loading the article…')
  await wait(1_000)
  expect(screen.getByRole('heading', { name: 'Plan the job' })).toBeVisible()
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  page.unmount()
  await show(<FragmentText id="slow" load={load} kind="article" />)
  expect(screen.getByRole('heading', { name: 'Plan the job' })).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

it('R11, D-03: a text that cannot be loaded is reported, leaves the page, names other ways and can be tried again', async () => {
  const failure = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' })
  const load = jest.fn<Promise<string>, []>().mockRejectedValue(failure)
  await show(<FragmentText id="lost" load={load} kind="policy" />)
  await wait(1_000)
  expect(console.error).toHaveBeenCalledWith(failure)
  jest.mocked(console.error).mockClear()
  expect(screen.getByRole('alert')).toHaveTextContent('The policy could not be loaded.')
  expect(screen.getByRole('link', { name: '020 7946 0123' })).toHaveAttribute('href', 'tel:+442079460123')

  load.mockResolvedValue('<p>Everyone may stop work.</p>')
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
  expect(screen.getByText('Everyone may stop work.')).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

describe('a link in a text', () => {
  function clickMore(ctrlKey: boolean): boolean {
    let isLeftToTheBrowser = false
    const stop = (event: Event) => {
      isLeftToTheBrowser = !event.defaultPrevented
      event.preventDefault()
    }
    document.addEventListener('click', stop, { once: true })
    fireEvent.click(screen.getByRole('link', { name: 'More' }), { ctrlKey })
    return isLeftToTheBrowser
  }

  const links: [href: string, isOwn: boolean, ctrl?: boolean][] = [
    ['/courses?category=food', true],
    ['/contact', true],
    ['/contact', false, true],
    ['https://www.hse.gov.uk/', false],
    ['//example.com/', false],
    ['mailto:hello@example.com', false],
  ]

  it.each(links)('R2: to %s stays on the site without loading a page: %p', async (href, isOwn, ctrl = false) => {
    const load = async () => `<p><a href="${href}">More</a></p>`
    const { router } = await show(<FragmentText id={`link-${href}-${ctrl}`} load={load} kind="article" />)
    expect(clickMore(ctrl)).toBe(!isOwn)
    await wait(0)
    expect(router.state.location.pathname + router.state.location.search).toBe(isOwn ? href : '/')
  })
})
