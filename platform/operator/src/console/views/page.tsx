import type { ReactNode } from 'react'
import { describeRole, type Session } from '../session/sessions'
import classes from './page.module.css'
import { Notice, Output } from './parts'

const sections = {
  '/': 'Live now',
  '/releases': 'Releases',
  '/canary': 'Canary',
  '/record': 'Record',
  '/orders': 'Orders',
  '/doctor': 'Doctor',
} as const

type PageProps = {
  title: string
  section?: keyof typeof sections | undefined
  session?: Session | undefined
  children: ReactNode
}

export function Page({ title, section, session, children }: PageProps) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} – Console`}</title>
        <link rel="stylesheet" href="/console.css" />
      </head>
      <body className={classes.body}>
        <a className={classes.skip} href="#main">
          Skip to content
        </a>
        <header className={classes.bar}>
          <p className={classes.brand}>
            <span className={classes.mark} aria-hidden="true" />
            Console
          </p>
          {session && <SignedIn session={session} />}
        </header>
        {session && <Navigation section={section} />}
        <main id="main" className={classes.main} tabIndex={-1}>
          <h1 className={classes.title}>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  )
}

function SignedIn({ session }: { session: Session }) {
  return (
    <form className={classes.person} method="post" action="/leave">
      <input type="hidden" name="formToken" value={session.formToken} />
      <span>
        {session.name}
        <span className={classes.role}>{describeRole(session)}</span>
      </span>
      <button className={classes.leave} type="submit">
        Sign out
      </button>
    </form>
  )
}

function Navigation({ section }: Pick<PageProps, 'section'>) {
  return (
    <nav className={classes.nav} aria-label="Sections">
      <ul className={classes.sections}>
        {Object.entries(sections).map(([address, name]) => (
          <li key={address}>
            <a className={classes.section} href={address} aria-current={address === section ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type OutputPageProps = Pick<PageProps, 'title' | 'section'> & {
  session: Session
  output: CommandOutput
  children?: ReactNode
}

export type CommandOutput = { text: string; refusal: string | undefined }

export function OutputPage({ output: { text, refusal }, children, ...page }: OutputPageProps) {
  return (
    <Page {...page}>
      {children}
      {refusal !== undefined && (
        <Notice tone="bad" title="Not all is well">
          <Output text={refusal} />
        </Notice>
      )}
      {text && <Output text={text} />}
    </Page>
  )
}
