import type { ReactNode } from 'react'
import classes from './parts.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </section>
  )
}

export function Badge({ tone, children }: { tone: 'good' | 'bad' | 'warning' | 'plain'; children: ReactNode }) {
  return <span className={`${classes.badge} ${classes[tone]}`}>{children}</span>
}

export function Notice({
  tone,
  title,
  children,
}: {
  tone: 'bad' | 'warning' | 'good'
  title: string
  children?: ReactNode
}) {
  return (
    <div className={`${classes.notice} ${classes[tone]}`}>
      <p className={classes.noticeTitle}>{title}</p>
      {children}
    </div>
  )
}

export function Command({ text }: { text: string }) {
  return (
    <pre className={classes.command}>
      <code>{text}</code>
    </pre>
  )
}

export function Output({ text }: { text: string }) {
  return <pre className={classes.output}>{text}</pre>
}

export function Time({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className={classes.time}>
      {iso.slice(0, 16).replace('T', ' ')}
    </time>
  )
}

type ActionLinkProps = {
  name: string
  fields?: Readonly<Record<string, string>>
  /** Appended to the name for screen readers. */
  about?: string | undefined
  isMain?: boolean
  children: ReactNode
}

export function ActionLink({ name, fields = {}, about, isMain = false, children }: ActionLinkProps) {
  const query = new URLSearchParams(fields).toString()
  return (
    <a className={isMain ? classes.mainAction : classes.action} href={`/confirm/${name}${query ? `?${query}` : ''}`}>
      {children}
      {about && <span className={classes.hidden}> {about}</span>}
    </a>
  )
}

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Empty({ children }: { children: ReactNode }) {
  return <p className={classes.empty}>{children}</p>
}

export function List({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>
}

type ItemProps = { title: ReactNode; note?: ReactNode; actions?: ReactNode; children?: ReactNode }

export function Item({ title, note, actions, children }: ItemProps) {
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        <p className={classes.itemTitle}>{title}</p>
        {note && <p className={classes.note}>{note}</p>}
        {children}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </li>
  )
}

export function PackageFilter({ packages, chosen }: { packages: readonly string[]; chosen: string | undefined }) {
  return (
    <nav className={classes.filter} aria-label="Packages">
      <a href="/record" aria-current={chosen ? undefined : 'true'}>
        All
      </a>
      {packages.map((name) => (
        <a key={name} href={`/record?package=${name}`} aria-current={chosen === name ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
