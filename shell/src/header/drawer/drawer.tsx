import { itemCount, useCart } from '@site/shared/cart'
import { company } from '@site/shared/company'
import { MEDIUM_BREAKPOINT } from '@site/shared/constants'
import { paths } from '@site/shared/paths'
import type { MenuGroup } from '@site/shared/site-config'
import { VisuallyHidden } from '@site/shared/ui'
import { useIsHydrated } from '@site/shared/use-is-hydrated'
import { type MouseEvent, use, useEffect, useRef } from 'react'
import { Icon } from '../../icons/icon'
import { useOnNavigation } from '../../use-dismiss'
import header from '../header.module.css'
import { Menu } from '../menu'
import { findEntry, NavItem, type Place, usePlace } from '../nav-item'
import { signOut, useAccountLinks } from '../use-account'
import late from './drawer.late.module.css'
import classes from './drawer.module.css'

const DRAWER_ID = 'site-drawer'
/** In `em` of the usual text like the styles, so that large text gets the narrow layout. */
const WIDE = `(min-width: ${MEDIUM_BREAKPOINT / 16}em)`
const ICON = `${header.icon} ${header.drawerIcon}`
const LINK = `${classes.link} ${late.link}`
/** The browser opens and closes the drawer by these without scripts. */
const opens = { command: 'show-modal', commandfor: DRAWER_ID }
const closes = { command: 'close', commandfor: DRAWER_ID }

export function Drawer() {
  const drawer = useRef<HTMLDialogElement>(null)

  // In place of the command, also in browsers that do not know it.
  function handleOpen(event: MouseEvent) {
    event.preventDefault()
    drawer.current?.showModal()
  }
  function handleClose(event: MouseEvent) {
    event.preventDefault()
    drawer.current?.close()
  }

  useOnNavigation(() => drawer.current?.close())
  // Left open on a wider screen it would be invisible and still block the page.
  useEffect(() => {
    const handleResize = () => {
      if (matchMedia(WIDE).matches) drawer.current?.close()
    }
    window.addEventListener('resize', handleResize)
    return () => window.removeEventListener('resize', handleResize)
  }, [])

  return (
    <>
      <button
        className={`${ICON} ${header.hamburger}`}
        type="button"
        onClick={handleOpen}
        aria-haspopup="dialog"
        {...opens}
      >
        <Icon name="menu" />
        <VisuallyHidden>Menu</VisuallyHidden>
      </button>
      <dialog
        className={`${classes.drawer} ${late.drawer}`}
        id={DRAWER_ID}
        ref={drawer}
        aria-label="Menu"
        closedby="any"
      >
        <div className={classes.top}>
          <button className={ICON} type="button" onClick={handleClose} {...closes}>
            <Icon name="close" />
            <VisuallyHidden>Close menu</VisuallyHidden>
          </button>
        </div>
        <DrawerNav />
      </dialog>
    </>
  )
}

export function DrawerNav() {
  const here = usePlace()
  const menu = use(Menu)
  const shown = findEntry(menu, here)
  const count = useCart(itemCount)
  const isHydrated = useIsHydrated()
  const links = useAccountLinks()
  // The count is unknown until the cart has been read.
  const cart = { label: isHydrated ? `Cart (${count})` : 'Cart', to: paths.cart }
  const more = [cart, ...links]
  return (
    <nav className={classes.nav} aria-label="Menu">
      <ul className={late.list}>
        {menu.map((entry) => (
          <li key={entry.label}>
            {'to' in entry ? (
              <NavItem link={entry} here={here} className={LINK} />
            ) : (
              <Group group={entry} here={here} isShown={entry === shown} />
            )}
          </li>
        ))}
      </ul>
      <ul className={late.list}>
        {more.map((link) => (
          <li key={link.to}>
            <NavItem link={link} here={here} className={LINK} />
          </li>
        ))}
        {/* Signed-in visitors have one link alone. */}
        {!links[1] && (
          <li>
            <button className={late.signOut} type="button" onClick={handleSignOut}>
              Sign out
            </button>
          </li>
        )}
      </ul>
      <p className={late.hours}>
        <a href={company.phone.href}>{company.phone.display}</a>
        <span>{company.openingHours}</span>
      </p>
    </nav>
  )
}

/** Closes the menu, outside which nothing is read out while it is open. */
function handleSignOut({ currentTarget }: MouseEvent): void {
  currentTarget.closest('dialog')?.close()
  signOut()
}

type GroupProps = { group: MenuGroup; here: Place; isShown: boolean }

function Group({ group, here, isShown }: GroupProps) {
  return (
    <details className={late.group}>
      <summary className={LINK} data-within={isShown || undefined}>
        {group.label}
        <Icon name="chevron" />
      </summary>
      <ul className={late.sublist}>
        {group.links.map((link) => (
          <li key={link.to}>
            <NavItem link={link} here={here} className={LINK} />
          </li>
        ))}
      </ul>
    </details>
  )
}
