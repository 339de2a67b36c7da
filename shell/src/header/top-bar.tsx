import { company } from '@site/shared/company'
import { OPENING_HOURS } from '@site/shared/constants'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { Icon } from '../icons/icon'
import hidden from '../styles/visually-hidden.module.css'
import classes from './top-bar.module.css'

/** The contact bar of medium and larger screens (R17, R18), with the way to the account (D-31). */
export function TopBar() {
  return (
    <div className={classes.bar}>
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
        <span className={hidden.text}>Opening hours </span>
        {OPENING_HOURS}
      </span>
      <ul className={classes.account} aria-label="Account">
        <li>
          <Link className={classes.item} to={paths.signIn}>
            Sign in
          </Link>
        </li>
        <li>
          <Link className={classes.item} to={paths.signUp}>
            Create account
          </Link>
        </li>
      </ul>
      <ul className={classes.socials} aria-label="Social media">
        {company.socials.map(({ id, name, href }) => (
          <li key={id}>
            <a className={classes.social} href={href} rel="noopener noreferrer">
              <Icon name={id} />
              <span className={hidden.text}>{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
