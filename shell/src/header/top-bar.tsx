import { company } from '@site/shared/company'
import { Link } from '@site/shared/navigation'
import { VisuallyHidden } from '@site/shared/ui'
import { Icon } from '../icons/icon'
import late from './header.late.module.css'
import classes from './header.module.css'
import { signOut, useAccountLinks } from './use-account'

export function TopBar() {
  return (
    <div className={classes.topBar}>
      <a className={classes.item} href={company.phone.href}>
        <Icon name="phone" />
        {company.phone.display}
      </a>
      <a className={classes.item} href={`mailto:${company.email}`}>
        <Icon name="mail" />
        {company.email}
      </a>
      <span className={classes.item}>
        <Icon name="clock" />
        <VisuallyHidden>Opening hours </VisuallyHidden>
        {company.openingHours}
      </span>
      <Account />
      <Socials />
    </div>
  )
}

/** The same markup in bar and footer costs the document a few bytes alone. */
export function Socials() {
  return (
    <ul className={classes.socials} aria-label="Social media">
      {company.socials.map(({ id, name, href }) => (
        <li key={id}>
          <a className={classes.social} href={href} rel="noopener noreferrer">
            <img src={`/images/social.svg#${id}`} alt="" width="18" height="18" fetchPriority="low" />
            <VisuallyHidden>{name}</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Account() {
  const links = useAccountLinks()
  return (
    <ul className={`${classes.account} ${late.account}`} aria-label="Account">
      {links.map(({ label, to }) => (
        <li key={to}>
          <Link className={classes.item} to={to}>
            {label}
          </Link>
        </li>
      ))}
      {!links[1] && (
        <li>
          <button className={late.signOut} type="button" onClick={signOut}>
            Sign out
          </button>
        </li>
      )}
    </ul>
  )
}
