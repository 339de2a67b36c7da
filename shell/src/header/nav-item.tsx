import { Link } from '@site/shared/navigation'
import type { NavLink } from './nav-entries'
import { isCurrent, isWithin, type Place } from './place'

type Props = { link: NavLink; here: Place; className: string | undefined }

export function NavItem({ link, here, className }: Props) {
  return (
    <Link
      className={className}
      to={link.to}
      aria-current={isCurrent(link.to, here) ? 'page' : undefined}
      data-within={isWithin(link, here) || undefined}
    >
      {link.label}
    </Link>
  )
}
