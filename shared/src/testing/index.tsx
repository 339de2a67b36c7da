import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { cartStore } from '../cart'
import { type PageAddress, pageAt } from './page-at'

export { hydratePage } from './hydrate-page'

/**
 * Renders a page at an address with the real router and cart. Pages it may lead to are rendered as
 * `another page`, and `router` tells where a link went.
 */
export function renderPage(page: ReactElement, address: PageAddress = {}) {
  const { element, router } = pageAt(page, address)
  return { ...render(element), router }
}

/** Empties the cart and the storage; call before each test that touches them. */
export function resetCart(): void {
  cartStore().setState({ items: [], isMemoryOnly: false })
  localStorage.clear()
}
