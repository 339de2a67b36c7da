import { company } from '@site/shared/company'
import { CHAT_RESPONSE_MINUTES, COPYRIGHT_YEAR } from '@site/shared/constants'
import { Link } from '@site/shared/navigation'
import { coursesPath, paths } from '@site/shared/paths'
import { chatHref } from '../chat/chat-widget'
import { Socials } from '../header/top-bar'
import { useAccountLinks } from '../header/use-account'
import { Icon } from '../icons/icon'
import classes from './footer.module.css'

const quickLinks = [
  { label: 'About Us', to: paths.about },
  { label: 'Our Courses', to: paths.safetyPlus },
  { label: 'Contact', to: paths.contact },
  { label: 'Policies', to: paths.policies },
]

const subjects = [
  { label: 'Construction courses', to: coursesPath('construction') },
  { label: 'Health and safety courses', to: coursesPath('health') },
  { label: 'Food hygiene courses', to: coursesPath('food') },
  { label: 'Mental health courses', to: coursesPath('mentalhealth') },
  { label: 'Online learning', to: coursesPath('online') },
]

export function Footer() {
  return (
    <footer className={classes.footer} data-boundary="shell">
      <div className={classes.columns}>
        <Company />
        <Links id="footer-links" title="Quick Links" links={quickLinks} />
        <Links id="footer-subjects" title="Subjects" links={subjects} />
        <ContactInformation />
        <section className={classes.wide} aria-labelledby="footer-disclaimer">
          <h2 className={classes.title} id="footer-disclaimer">
            Disclaimer
          </h2>
          <p className={classes.disclaimer}>
            {`${company.name} is not accredited by or associated with the course-accreditation bodies. The courses advertised on this site are delivered by independent accredited providers.`}
          </p>
        </section>
      </div>
      <p className={classes.copyright}>{`© ${COPYRIGHT_YEAR} ${company.name}. All rights reserved.`}</p>
    </footer>
  )
}

function Company() {
  const [account] = useAccountLinks()
  return (
    <div className={classes.company}>
      <p className={classes.brand}>
        <img src="/images/logo-light.svg" alt="" width="44" height="44" fetchPriority="low" />
        {company.shortName}
      </p>
      <Socials />
      {account && (
        <Link className={classes.link} to={account.to}>
          {account.label}
        </Link>
      )}
    </div>
  )
}

function Links({ id, title, links }: { id: string; title: string; links: readonly { label: string; to: string }[] }) {
  return (
    <nav aria-labelledby={id}>
      <h2 className={classes.title} id={id}>
        {title}
      </h2>
      <ul className={classes.links}>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link className={classes.link} to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ContactInformation() {
  return (
    <section className={classes.contact} aria-labelledby="footer-contact">
      <h2 className={classes.title} id="footer-contact">
        Contact Information
      </h2>
      <address className={classes.links}>
        <p className={classes.fact}>
          <Icon name="pin" />
          {company.addressLine}
        </p>
        <a className={classes.link} href={company.phone.href}>
          <Icon name="phone" />
          {company.phone.display}
        </a>
        <a className={classes.link} href={`mailto:${company.email}`}>
          <Icon name="mail" />
          {company.email}
        </a>
        <a className={classes.link} href={chatHref} target="_blank" rel="noopener noreferrer">
          <Icon name="chat" />
          <span>
            {`WhatsApp (opens in a new tab): ${company.opensAt} to ${company.closesAt}, usually answered within ${CHAT_RESPONSE_MINUTES} minutes`}
          </span>
        </a>
      </address>
    </section>
  )
}
