import { company } from '@site/shared/company'
import { escapeHtml } from '@site/shared/escape-html'
import type { AccountMailDetail } from '../database/schema'
import { greet, layOutMail, type MailContent } from './mail-layout'

export type MailLink = NonNullable<AccountMailDetail['link']>
export type WriteLink = (link: MailLink) => Promise<string>

type Words = {
  subject: string
  opening: (about: string) => string
  invitation?: string
  ending: string | (() => string)
}

const call = () => `or call ${company.phone.display}`

const kinds = {
  account_confirm: {
    subject: 'Confirm your email address',
    opening: () =>
      'An account was created with this email address. Once you confirm the address, the orders made with it appear in the account.',
    invitation: 'Open this link in the browser you are signed in with:',
    ending: 'If you did not create the account, please do nothing: nobody sees your orders without this link.',
  },
  account_change_from: {
    subject: 'Confirm the change of your email address',
    opening: (about) =>
      `Somebody who is signed in to your account wants to change its email address${about && ` to ${about}`}. ` +
      'The change is made when both addresses have confirmed it.',
    invitation: 'If this was you, open this link in the browser you are signed in with:',
    ending: () =>
      `If it was not you, do not open the link, and change your password: somebody else knows it. Reply to this email ${call()} if you need help.`,
  },
  account_change_to: {
    subject: 'Confirm your new email address',
    opening: () =>
      'Somebody wants to use this email address for their account with us. We have written to the address they used so far as ' +
      'well; the change is made when both have confirmed it.',
    invitation: 'If this was you, open this link in the browser you are signed in with:',
    ending: 'If it was not you, please do nothing.',
  },
  account_email_changed: {
    subject: 'The email address of your account was changed',
    opening: (about) => `The email address of your account is now ${about}. We write to that address from now on.`,
    invitation:
      'If you did not want this, open this link. You choose a new password there, the account gets this email address ' +
      'back, and everybody else is signed out:',
    ending: () => `Reply to this email ${call()} if you need help.`,
  },
  account_password_changed: {
    subject: 'Your password was changed',
    opening: () => 'The password of your account was changed, and the account was signed out everywhere else.',
    ending: () =>
      'If this was not you, ask for a link to choose a new password: open "Sign in" on our website, then "Forgotten your ' +
      `password?". Reply to this email ${call()} if you need help.`,
  },
  account_reset: {
    subject: 'Choose a new password',
    opening: () => 'Somebody asked for a new password for the account with this email address.',
    invitation: 'To choose one, open this link:',
    ending: 'If you did not ask for it, please do nothing: your password stays as it is.',
  },
  staff_link: {
    subject: 'Sign in to the desk',
    opening: () => 'A link to the desk was asked for with this email address.',
    invitation: 'To sign in, open this link in the browser that you work with:',
    ending: 'If you did not ask for it, please do nothing: the link is not enough to sign in.',
  },
} as const satisfies Record<string, Words>

export type AccountMailKind = keyof typeof kinds

export function isAccountMail(kind: string): kind is AccountMailKind {
  return Object.hasOwn(kinds, kind)
}

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' })

export async function renderAccountMail(
  kind: AccountMailKind,
  { recipientName, detail }: { recipientName: string; detail: AccountMailDetail | null },
  writeLink: WriteLink,
): Promise<MailContent> {
  const { subject, opening, invitation, ending }: Words = kinds[kind]
  const before = [greet(recipientName), opening(detail?.email ?? '')]
  const end = typeof ending === 'string' ? ending : ending()
  if (!detail?.link) return layOutMail(subject, [...before, end])
  const text = await writeLink(detail.link)
  const address = escapeHtml(text)
  const link = { text, html: `<p><a href="${address}">${address}</a></p>` }
  const until = `The link works once, until ${times.format(new Date(detail.link.expiresAt))}.`
  return layOutMail(subject, [...before, invitation ?? '', link, until, end])
}
