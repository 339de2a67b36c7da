import { CartProvider } from '@site/shared/cart'
import { PublicUrl } from '@site/shared/page-head'
import type { ReactNode } from 'react'

export function App({ publicUrl, children }: { publicUrl: string; children: ReactNode }) {
  return (
    <PublicUrl value={publicUrl}>
      <CartProvider>{children}</CartProvider>
    </PublicUrl>
  )
}
