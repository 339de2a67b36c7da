import type { SiteStatus } from '@platform/site/queries/read-status'
import { Notice } from '@site/api/staff-parts'
import type { ReactNode } from 'react'
import type { Fields } from '../session/actions'
import { describeRole, type Session } from '../session/sessions'

const sections = {
  '/': 'Live now',
  '/releases': 'Releases',
  '/canary': 'Canary',
  '/record': 'Audit log',
  '/orders': 'Orders',
  '/doctor': 'Doctor',
} as const

type PageProps = {
  title: string
  section?: keyof typeof sections | undefined
  session?: Session | undefined
  children: ReactNode
}

export type StatusPageProps = {
  session: Session
  status: SiteStatus
  may: (name: string, fields?: Fields) => boolean
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
      <body>
        <header>
          <strong>Console</strong>
          {session && (
            <form method="post" action="/leave">
              <input type="hidden" name="formToken" value={session.formToken} />
              {session.name} ({describeRole(session)}) <button type="submit">Sign out</button>
            </form>
          )}
        </header>
        {session && (
          <nav aria-label="Sections">
            <a href="#main">Skip to content</a>
            {Object.entries(sections).map(([address, name]) => (
              <a key={address} href={address} aria-current={address === section ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
        )}
        <main id="main" tabIndex={-1}>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  )
}

type ActionLinkProps = { name: string; fields?: Readonly<Record<string, string>>; isMain?: boolean; children: string }

export function ActionLink({ name, fields = {}, isMain = false, children }: ActionLinkProps) {
  const query = new URLSearchParams(fields).toString()
  return (
    <a className={isMain ? 'action main' : 'action'} href={`/confirm/${name}${query ? `?${query}` : ''}`}>
      {children}
    </a>
  )
}

export type CommandOutput = { text: string; refusal?: string | undefined }

type OutputPageProps = Omit<PageProps, 'children'> & { output: CommandOutput; children?: ReactNode }

export function OutputPage({ output: { text, refusal }, children, ...page }: OutputPageProps) {
  return (
    <Page {...page}>
      {children}
      {refusal !== undefined && (
        <Notice title="Not all is well">
          <pre>{refusal}</pre>
        </Notice>
      )}
      {text && <pre>{text}</pre>}
    </Page>
  )
}

/** Link scanners open links in messages, so opening one must not redeem the token. */
export function EnterPage({ token }: { token: string }) {
  return (
    <Page title="Sign in">
      <p>This link signs in one browser, once.</p>
      <form method="post" action="/enter">
        <input type="hidden" name="token" value={token} />
        <button type="submit">Continue</button>
      </form>
    </Page>
  )
}

export function OutsidePage({ message }: { message: string }) {
  return (
    <Page title="Sign in">
      <Notice tone="warning" title={message}>
        <p>
          Ask an operator for a link, or make one on the machine of the site:{' '}
          <code>npm run site -- console link --name you</code>
        </p>
      </Notice>
    </Page>
  )
}

export function RefusedPage({ title, message }: { title: string; message: string }) {
  return (
    <Page title={title}>
      <Notice title={message}>
        <a href="/">Live now</a>
      </Notice>
    </Page>
  )
}
