import type { MenuEntry } from '@site/shared/site-config'
import { createContext } from 'react'

/** Entries of the main menu, from the manifests of all packages (R20). */
export const Menu = createContext<readonly MenuEntry[]>([])
