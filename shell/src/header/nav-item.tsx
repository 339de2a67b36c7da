import { Link, useLocation } from '@site/shared/navigation'
import { courseCategories, paths } from '@site/shared/paths'
import type { MenuEntry, MenuLink } from '@site/shared/site-config'
import { useIsHydrated } from '@site/shared/use-is-hydrated'

type Props = { link: MenuLink; here: Place; className: string | undefined }

export function NavItem({ link, here, className }: Props) {
  return (
    <Link
      className={className}
      to={link.to}
      aria-current={isCurrent(link.to, here) ? 'page' : undefined}
      data-within={covers(link, here) || undefined}
    >
      {link.label}
    </Link>
  )
}

export type Place = { pathname: string; category: string | null; type: string | null }

/** An unknown category shows all courses, so it counts as none (R53). */
export function placeOf(pathname: string, search: string): Place {
  const query = new URLSearchParams(pathname === paths.courses ? search : '')
  const asked = query.get('category')
  const category = courseCategories.find((it) => it === asked) ?? null
  const type = query.get('type')
  return { pathname, category, type: category === 'online' && (type === 'food' || type === 'health') ? type : null }
}

export function isCurrent(to: string, here: Place): boolean {
  const there = placeOfLink(to)
  return there.pathname === here.pathname && there.category === here.category && there.type === here.type
}

/** Finds the entry that has the page's own link, else the first whose links lead to a path above it (D-08). */
export function findEntry(menu: readonly MenuEntry[], here: Place): MenuEntry | undefined {
  const isOwn = ({ to }: MenuLink) => isCurrent(to, { ...here, type: placeOfLink(to).type })
  const has = (isThere: (link: MenuLink) => boolean) => (entry: MenuEntry) =>
    ('to' in entry ? [entry] : entry.links).some(isThere)
  return menu.find(has(isOwn)) ?? menu.find(has((link) => covers(link, here)))
}

function covers({ to }: MenuLink, { pathname }: Place): boolean {
  const { pathname: path } = placeOfLink(to)
  return path === pathname || (path !== paths.home && pathname.startsWith(`${path}/`))
}

function placeOfLink(to: string): Place {
  const [pathname = '', search = ''] = to.split('?')
  return placeOf(pathname, search)
}

/** Pre-rendered pages do not depend on `type`, so neither does the first render (R23). */
export function usePlace(): Place {
  const { pathname, search } = useLocation()
  const place = placeOf(pathname, search)
  return useIsHydrated() ? place : { ...place, type: null }
}
