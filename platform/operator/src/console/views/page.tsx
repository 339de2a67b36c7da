import type { SiteStatus } from '@platform/site/queries/read-status'
import { createStaffPages } from '@site/api/staff-pages'
import { Notice } from '@site/api/staff-parts'
import type { ComponentProps, ReactNode } from 'react'
import type { Fields } from '../session/actions'
import type { Session } from '../session/sessions'

const staff = createStaffPages({
  name: 'Console',
  base: '',
  sections: {
    '/': 'Live now',
    '/releases': 'Releases',
    '/canary': 'Canary',
    '/record': 'Audit log',
    '/doctor': 'Doctor',
  },
})
export const { RefusedPage, EnterPage } = staff

type PageProps = Omit<ComponentProps<typeof staff.Page>, 'visitor'> & { session?: Session | undefined }

export type StatusPageProps = { session: Session; status: SiteStatus; may: (name: string, fields?: Fields) => boolean }

export function Page({ session, ...page }: PageProps) {
  const role = session?.role === 'team' ? `team of ${session.package}` : session?.role
  return <staff.Page {...page} visitor={session && { ...session, role: role ?? '' }} />
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
