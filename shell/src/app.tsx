import { CartProvider } from '@site/shared/cart'
import { PublicUrl } from '@site/shared/page-head'
import type { MenuEntry } from '@site/shared/site-config'
import type { ReactNode } from 'react'
import { Menu } from './header/menu'

type Props = { publicUrl: string; menu: readonly MenuEntry[]; children: ReactNode }

export function App({ publicUrl, menu, children }: Props) {
  return (
    <PublicUrl value={publicUrl}>
      <Menu value={menu}>
        <CartProvider>{children}</CartProvider>
      </Menu>
    </PublicUrl>
  )
}
