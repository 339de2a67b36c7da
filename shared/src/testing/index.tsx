import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { cartStore } from '../cart'
import { type PageAddress, pageAt } from './page-at'

export { hydratePage } from './hydrate-page'

/** Renders with the real router and cart; other pages render as `another page`. */
export function renderPage(page: ReactElement, address: PageAddress = {}) {
  const { element, router } = pageAt(page, address)
  return { ...render(element), router }
}

/** Empties cart and storage; call before each test that uses them. */
export function resetCart(): void {
  cartStore().setState({ items: [], isMemoryOnly: false })
  localStorage.clear()
}
