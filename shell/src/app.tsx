import { CartProvider } from '@site/shared/cart'
import type { ReactNode } from 'react'

/** What surrounds the router, in the browser as on the server (R16). */
export function App({ children }: { children: ReactNode }) {
  return <CartProvider>{children}</CartProvider>
}
