import type { MenuEntry, MenuLink, WrittenMenu } from '@site/shared/site-config'
import { createContext } from 'react'

/** Entries of the main menu, from the manifests of all packages (R20). */
export const Menu = createContext<readonly MenuEntry[]>([])

export function readMenu(written: WrittenMenu): MenuEntry[] {
  return written.map(([label, to]) =>
    typeof to === 'string' ? { label, to } : { label, links: readMenu(to) as MenuLink[] },
  )
}
