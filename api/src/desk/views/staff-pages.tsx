import type { ReactNode } from 'react'
import { Notice } from './parts'

export type StaffVisitor = { name: string; role: string; formToken: string }

type Area<Address extends string> = {
  name: string
  /** Its addresses begin with it. */
  base: string
  sections: Readonly<Record<Address, string>>
}

type PageProps<Address> = {
  title: string
  section?: Address | undefined
  visitor?: StaffVisitor | undefined
  children: ReactNode
}

/** The frame of the owner's desk and of the operator's console. */
export function createStaffPages<Address extends string>({ name, base, sections }: Area<Address>) {
  const addresses = Object.entries<string>(sections)

  function Page({ title, section, visitor, children }: PageProps<Address>) {
    return (
      <html lang="en-GB">
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>{`${title} – ${name}`}</title>
          <link rel="stylesheet" href={`${base}/${name.toLowerCase()}.css`} />
        </head>
        <body>
          <header>
            <strong>{name}</strong>
            {visitor && (
              <Form action={`${base}/leave`} visitor={visitor}>
                {visitor.name} ({visitor.role}) <button type="submit">Sign out</button>
              </Form>
            )}
          </header>
          {visitor && (
            <nav aria-label="Sections">
              <a href="#main">Skip to content</a>
              {addresses.map(([address, label]) => (
                <a key={address} href={address} aria-current={address === section ? 'page' : undefined}>
                  {label}
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

  function RefusedPage({ title, message, visitor }: Omit<PageProps<Address>, 'children'> & { message: string }) {
    return (
      <Page title={title} visitor={visitor}>
        <Notice title={message}>
          <a href={addresses[0]?.[0]}>{addresses[0]?.[1]}</a>
        </Notice>
      </Page>
    )
  }

  /** Link scanners open links in messages, so opening one must not use it up. */
  function EnterPage({ token }: { token: string }) {
    return (
      <Page title="Sign in">
        <p>This link signs in one browser, once.</p>
        <form method="post" action={`${base}/enter`}>
          <input type="hidden" name="token" value={token} />
          <button type="submit">Continue</button>
        </form>
      </Page>
    )
  }

  return { Page, RefusedPage, EnterPage }
}

type FormProps = {
  action: string
  visitor: Pick<StaffVisitor, 'formToken'>
  hidden?: Readonly<Record<string, string | undefined>>
  children: ReactNode
}

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
