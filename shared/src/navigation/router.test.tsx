import { act } from '@testing-library/react'
import { renderPage } from '../testing'
import { useSearchParams } from './router'

let write: (q: string) => boolean

function Listing() {
  const [, setParams] = useSearchParams()
  write = (q) => setParams({ q }, { replace: true })
  return null
}

it('R54: a search typed just before a click on another category must not undo that click', async () => {
  const { router } = renderPage(<Listing />, { path: '/courses', at: '/courses?category=food' })
  const written: boolean[] = []
  await act(async () => {
    await router.navigate('/courses?category=construction&q=fire')
    // The router has navigated, but the former category is still rendered.
    written.push(write('level'))
  })
  expect(router.state.location.search).toBe('?category=construction&q=fire')
  await act(async () => void written.push(write('level')))
  expect(written).toEqual([false, true])
  expect(router.state.location.search).toBe('?q=level')
})
