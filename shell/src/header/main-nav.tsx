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

  /** Not all browsers close the others by themselves. */
  function closeMenu(kept?: Element): HTMLDetailsElement | undefined {
    const open = [...(nav.current?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? [])]
    const closing = open.filter((it) => it !== kept)
    for (const menu of closing) menu.open = false
    return closing[0]
  }

  useOnNavigation(() => closeMenu())
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
              <Dropdown group={entry} here={here} isShown={entry === shown} onOpen={closeMenu} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

type DropdownProps = { group: MenuGroup; here: Place; isShown: boolean; onOpen: (opened: Element) => void }

function Dropdown({ group, here, isShown, onOpen }: DropdownProps) {
  return (
    <details
      className={classes.dropdown}
      name="site-main-nav"
      onToggle={({ currentTarget }) => currentTarget.open && onOpen(currentTarget)}
    >
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
