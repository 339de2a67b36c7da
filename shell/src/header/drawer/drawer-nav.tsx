import { itemCount, useCart } from '@site/shared/cart'
import { company } from '@site/shared/company'
import { OPENING_HOURS } from '@site/shared/constants'
import { paths } from '@site/shared/paths'
import { useIsHydrated } from '@site/shared/use-is-hydrated'
import { Icon } from '../../icons/icon'
import { type NavGroup, navEntries } from '../nav-entries'
import { NavItem } from '../nav-item'
import { isWithin, type Place } from '../place'
import { signOut, useAccountLinks } from '../use-account'
import { usePlace } from '../use-place'
import classes from './drawer-nav.module.css'

export function DrawerNav() {
  const here = usePlace()
  const count = useCart(itemCount)
  const isHydrated = useIsHydrated()
  const links = useAccountLinks()
  // The count is unknown until the cart has been read.
  const cart = { label: isHydrated ? `Cart (${count})` : 'Cart', to: paths.cart }
  const more = [cart, ...links]
  return (
    <nav className={classes.nav} aria-label="Menu">
      <ul className={classes.list}>
        {navEntries.map((entry) => (
          <li key={entry.label}>
            {'to' in entry ? (
              <NavItem link={entry} here={here} className={classes.link} />
            ) : (
              <Group group={entry} here={here} />
            )}
          </li>
        ))}
      </ul>
      <ul className={classes.list}>
        {more.map((link) => (
          <li key={link.to}>
            <NavItem link={link} here={here} className={classes.link} />
          </li>
        ))}
        {/* Signed-in visitors have one link alone. */}
        {!links[1] && (
          <li>
            <button className={classes.signOut} type="button" onClick={signOut}>
              Sign out
            </button>
          </li>
        )}
      </ul>
      <p className={classes.hours}>
        <a href={company.phone.href}>{company.phone.display}</a>
        <span>{OPENING_HOURS}</span>
      </p>
    </nav>
  )
}

function Group({ group, here }: { group: NavGroup; here: Place }) {
  return (
    <details className={classes.group}>
      <summary className={classes.link} data-within={isWithin(group, here) || undefined}>
        {group.label}
        <Icon name="chevron" />
      </summary>
      <ul className={classes.sublist}>
        {group.links.map((link) => (
          <li key={link.to}>
            <NavItem link={link} here={here} className={classes.link} />
          </li>
        ))}
      </ul>
    </details>
  )
}
