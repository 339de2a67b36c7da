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

/** Does as a translator: puts another text, in elements of its own, in place of each. */
export function translatePage(): void {
  const texts: Text[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts.filter((it) => !it.parentElement?.closest('font, option, textarea'))) {
    const font = document.createElement('font')
    font.appendChild(document.createElement('font')).append(text.data)
    text.replaceWith(font)
  }
}

/** Empties cart and storage; call before each test that uses them. */
export function resetCart(): void {
  cartStore().setState({ items: [], isMemoryOnly: false })
  localStorage.clear()
}
