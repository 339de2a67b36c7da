import type { MenuGroup } from '@site/shared/site-config'
import { use, useRef } from 'react'
import { Icon } from '../icons/icon'
import { useDismiss, useOnNavigation } from '../use-dismiss'
import classes from './main-nav.module.css'
import { Menu } from './menu'
import { findEntry, NavItem, type Place, usePlace } from './nav-item'

/** A dropdown is a `<details>`: it opens without scripts, and its shared name keeps one open at a time (R20). */
export function MainNav() {
  const here = usePlace()
  const menu = use(Menu)
  const shown = findEntry(menu, here)
  const nav = useRef<HTMLElement>(null)

  function closeMenu(): HTMLDetailsElement | null {
    const menu = nav.current?.querySelector<HTMLDetailsElement>('details[open]') ?? null
    if (menu) menu.open = false
    return menu
  }

  useOnNavigation(closeMenu)
  useDismiss(nav, (by) => {
    const hadFocus = nav.current?.contains(document.activeElement)
    const menu = closeMenu()
    if (by === 'escape' && hadFocus) menu?.querySelector('summary')?.focus()
  })

  return (
    <nav className={classes.nav} aria-label="Main" ref={nav}>
      <ul className={classes.list}>
        {menu.map((entry) => (
          <li key={entry.label} className={classes.entry}>
            {'to' in entry ? (
              <NavItem link={entry} here={here} className={classes.link} />
            ) : (
              <Dropdown group={entry} here={here} isShown={entry === shown} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

type DropdownProps = { group: MenuGroup; here: Place; isShown: boolean }

function Dropdown({ group, here, isShown }: DropdownProps) {
  return (
    <details className={classes.dropdown} name="site-main-nav">
      <summary className={classes.link} data-within={isShown || undefined}>
        {group.label}
        <Icon name="chevron" />
      </summary>
      <ul className={classes.panel}>
        {group.links.map((link) => (
          <li key={link.to}>
            <NavItem link={link} here={here} className={classes.panelLink} />
          </li>
        ))}
      </ul>
    </details>
  )
}
