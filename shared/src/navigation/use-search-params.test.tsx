import { act, render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { useSearchParams } from './use-search-params'

let write: (q: string) => boolean

function Listing() {
  const [params, setParams] = useSearchParams()
  write = (q) => setParams({ q }, { replace: true })
  return (
    <button type="button" onClick={() => setParams({ q: 'fire' }, { replace: true })}>
      Search {params.get('q')}
    </button>
  )
}

const Cart = lazy(() => new Promise<never>(() => {}))

function openListing() {
  const router = createMemoryRouter(
    [
      {
        element: (
          <Suspense>
            <Outlet />
          </Suspense>
        ),
        children: [
          { path: '/courses', element: <Listing /> },
          { path: '/cart', element: <Cart /> },
          { path: '/blog', lazy: () => new Promise<never>(() => {}) },
        ],
      },
    ],
    { initialEntries: ['/courses?category=food'] },
  )
  render(<RouterProvider router={router} />)
  return router
}
const press = () => act(async () => screen.getByRole('button').click())

it('R54: writes the query of the page that is shown', async () => {
  const router = openListing()
  await press()
  expect(router.state.location).toMatchObject({ pathname: '/courses', search: '?q=fire' })
  expect(screen.getByRole('button', { name: 'Search fire' })).toBeVisible()
})

it('a search typed just before a click on another category must not undo that click', async () => {
  const router = openListing()
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

it('a search typed just before a click on the cart must not end up in the address of the cart', async () => {
  const router = openListing()
  await act(() => router.navigate('/cart'))
  // Still rendered while the cart loads.
  await press()
  expect(router.state.location).toMatchObject({ pathname: '/cart', search: '' })
})
