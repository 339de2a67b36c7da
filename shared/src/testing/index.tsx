import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { cartStore } from '../cart'
import { type PageAddress, pageAt } from './page-at'

export { hydratePage } from './hydrate-page'

/** Real router and cart; other pages render as `another page`. */
export function renderPage(page: ReactElement, address: PageAddress = {}) {
  const { element, router } = pageAt(page, address)
  return { ...render(element), router }
}

/** Empties the cart and the storage; call before each test that touches them. */
export function resetCart(): void {
  cartStore().setState({ items: [], isMemoryOnly: false })
  localStorage.clear()
}
