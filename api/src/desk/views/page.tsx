import type { ReactNode } from 'react'
import type { StaffRole } from '../../config/types'
import { Notice } from './parts'

export type Visitor = { email: string; role: StaffRole; formToken: string }

const sections = {
  '/desk': 'Orders',
  '/desk/books': 'Receipts and exports',
  '/desk/changes': 'Changes',
} as const

type PageProps = {
  title: string
  section?: keyof typeof sections
  visitor?: Visitor | undefined
  children: ReactNode
}

export function Page({ title, section, visitor, children }: PageProps) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} – Desk`}</title>
        <link rel="stylesheet" href="/desk/desk.css" />
      </head>
      <body>
        <header>
          <strong>Desk</strong>
          {visitor && (
            <Form action="/desk/leave" visitor={visitor}>
              {visitor.email} ({visitor.role}) <button type="submit">Sign out</button>
            </Form>
          )}
        </header>
        {visitor && (
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

type FormProps = { action: string; visitor: Visitor; hidden?: Readonly<Record<string, string>>; children: ReactNode }

export function Form({ action, visitor, hidden = {}, children }: FormProps) {
  return (
    <form method="post" action={action}>
      {Object.entries({ ...hidden, formToken: visitor.formToken }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}

export function RefusedPage({ title, message, visitor }: { title: string; message: string; visitor?: Visitor }) {
  return (
    <Page title={title} visitor={visitor}>
      <Notice title={message}>
        <a href="/desk">Orders</a>
      </Notice>
    </Page>
  )
}
