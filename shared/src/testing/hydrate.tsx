import { TextDecoder, TextEncoder } from 'node:util'
import { MessageChannel } from 'node:worker_threads'
import { act } from '@testing-library/react'
import type { ReactElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { CartProvider } from '../cart'

function pageAt(page: ReactElement, at: string) {
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [at] })
  return (
    <CartProvider>
      <RouterProvider router={router} />
    </CartProvider>
  )
}

/** The HTML the origin would send for a page at an address. */
export async function serverHtml(page: ReactElement, at: string): Promise<string> {
  // React's server for browsers needs two things that jsdom does not have.
  Object.assign(globalThis, { MessageChannel, TextDecoder, TextEncoder })
  const { renderToString } = await import('react-dom/server')
  return renderToString(pageAt(page, at))
}

/**
 * Puts that HTML into the document and brings it to life at an address that may carry more of a query.
 * A difference between the two is an error on the console, which fails the test.
 */
export async function hydratePage(page: ReactElement, html: string, at: string): Promise<() => void> {
  const container = document.createElement('div')
  container.innerHTML = html
  document.body.append(container)
  const root = await act(async () => hydrateRoot(container, pageAt(page, at)))
  return () => {
    act(() => root.unmount())
    container.remove()
  }
}
