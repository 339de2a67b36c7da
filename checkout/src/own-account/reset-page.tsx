import { company } from '@site/shared/company'
import { Link } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { sessionStore } from '@site/shared/session'
import { ButtonLink } from '@site/shared/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FormFrame } from '../account/form-frame'
import classes from '../account/form-frame.module.css'
import { required, requiredEmail } from '../form/field-rules'
import { PASSWORD_HINT, PasswordField } from '../form/password-field'
import { TextField } from '../form/text-field'
import { useForm } from '../form/use-form'
import { ask } from '../http/post-json'
import { useMailedToken } from './use-mailed-token'

const head = {
  description: 'Ask for a link by email with which you choose a new password for your account.',
  path: paths.reset,
}

export default function ResetPage() {
  const token = useMailedToken()
  const [spent, setSpent] = useState<string>()
  // A link that does not work leads back to where another is asked for.
  return token && token !== spent ? (
    <ChoosePassword key={token} token={token} onSpent={() => setSpent(token)} />
  ) : (
    <AskForLink isAgain={spent !== undefined} />
  )
}

function ChoosePassword({ token, onSpent }: { token: string; onSpent: () => void }) {
  const title = 'Choose a new password'
  const [isDone, setIsDone] = useState(false)
  const form = useForm(
    'choose',
    { newPassword: required('New Password') },
    async ({ newPassword }) => {
      const outcome = await ask('/api/account/reset', { token, password: newPassword }, () => true)
      if (!outcome.ok && outcome.reason === 'link_not_valid') onSpent()
      return outcome
    },
    () => {
      sessionStore().getState().signOut()
      setIsDone(true)
    },
  )
  if (isDone) {
    return (
      <DoneFrame title={title} heading="Your password is changed">
        <p>You are signed out everywhere. Sign in with your new password.</p>
        <p>
          <ButtonLink to={paths.signIn}>Sign in</ButtonLink>
        </p>
      </DoneFrame>
    )
  }
  return (
    <FormFrame
      form={form}
      title={title}
      {...head}
      note="With it you sign in from now on. Everybody who is signed in to the account is signed out."
      button="Save password"
      busyButton="Saving..."
      footer={<Link to={paths.signIn}>Back to sign in</Link>}
    >
      <PasswordField {...form.field('newPassword')} autoComplete="new-password" hint={PASSWORD_HINT} />
    </FormFrame>
  )
}

/** Says the same whether or not there is an account (R199). */
function AskForLink({ isAgain }: { isAgain: boolean }) {
  const title = 'Reset your password'
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm(
    'reset',
    { email: requiredEmail('Email') },
    (values) => ask('/api/account/request-reset', values, () => values.email),
    setSentTo,
  )
  if (sentTo !== undefined) {
    return (
      <DoneFrame title={title} heading="Look into your mailbox">
        <p>
          {`If there is an account for ${sentTo}, we have sent a link to that address. It works once, for 30 minutes. Nothing there? Look among unwanted mail, and whether this is the address you signed up with.`}
        </p>
        <p>{`You can also call ${company.phone.display}.`}</p>
        <p>
          <Link to={paths.signIn}>Back to sign in</Link>
        </p>
      </DoneFrame>
    )
  }
  return (
    <FormFrame
      form={form}
      title={title}
      {...head}
      note={
        isAgain
          ? 'That link does not work any more: links work once, and for 30 minutes. Enter your email address for another.'
          : 'Enter the email address of your account. We send a link to it with which you choose a new password.'
      }
      button="Send the link"
      busyButton="Sending..."
      footer={<Link to={paths.signIn}>Back to sign in</Link>}
    >
      <TextField {...form.field('email')} type="email" autoComplete="username" inputMode="email" maxLength={254} />
    </FormFrame>
  )
}

function DoneFrame({ title, heading, children }: { title: string; heading: string; children: ReactNode }) {
  const taken = useRef<HTMLHeadingElement>(null)
  useEffect(() => taken.current?.focus(), [])
  return (
    <div className={classes.page}>
      <PageHead title={title} {...head} noindex />
      <h1 className={classes.title} ref={taken} tabIndex={-1}>
        {heading}
      </h1>
      {children}
    </div>
  )
}
