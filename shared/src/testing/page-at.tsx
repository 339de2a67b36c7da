import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { CartProvider } from '../cart'

export type PageAddress = {
  /** `*` matches any address. */
  path?: string
  at?: string
}

/** Any other address renders as `another page`. */
export function pageAt(page: ReactElement, { path = '*', at = '/' }: PageAddress) {
  const router = createMemoryRouter(
    [{ path, element: page }, ...(path === '*' ? [] : [{ path: '*', element: <p>another page</p> }])],
    { initialEntries: [at] },
  )
  const element = (
    <CartProvider>
      <RouterProvider router={router} />
    </CartProvider>
  )
  return { element, router }
}
