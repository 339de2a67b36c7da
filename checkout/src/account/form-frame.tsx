import { company } from '@site/shared/company'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { isAuthenticated, sessionStore, useSession } from '@site/shared/session'
import { Button, ButtonLink } from '@site/shared/ui'
import type { ReactNode } from 'react'
import { BusyButton } from '../form/busy-button'
import type { useForm } from '../form/use-form'
import classes from './form-frame.module.css'

type Props = {
  title: string
  description: string
  path: string
  note: ReactNode
  button: string
  busyButton: string
  form: Pick<ReturnType<typeof useForm>, 'alert' | 'action' | 'isBusy' | 'allRequired'>
  footer: ReactNode
  children: ReactNode
  /** In its place, a visitor who is signed in reads so. */
  isForVisitors?: boolean
}

export function FormFrame({ title, path, form, isForVisitors = false, ...props }: Props) {
  const { alert, isBusy } = form
  const isSignedIn = useSession(isAuthenticated)
  return (
    <>
      <PageHead title={alert ? `Error: ${title}` : title} description={props.description} path={path} noindex />
      <div className={classes.page}>
        <h1 className={classes.title}>{title}</h1>
        {isForVisitors && isSignedIn && !isBusy ? (
          <SignedIn />
        ) : (
          <>
            <p className={classes.note}>{props.note}</p>
            {form.allRequired}
            <noscript>
              <p className={classes.note}>This form needs JavaScript. You can also call {company.phone.display}.</p>
            </noscript>
            {alert}
            <form className={classes.form} action={form.action} aria-label={title} noValidate>
              {props.children}
              <BusyButton type="submit" className={classes.submit} busy={isBusy ? props.busyButton : undefined}>
                {props.button}
              </BusyButton>
            </form>
            <div className={classes.footer}>{props.footer}</div>
          </>
        )}
      </div>
    </>
  )
}

function SignedIn() {
  const user = useSession((session) => session.user)
  return (
    <>
      <p>{user ? `You are signed in as ${user.firstName} ${user.lastName}.` : 'You are signed in.'}</p>
      <div className={classes.footer}>
        <ButtonLink to={paths.account}>Your account</ButtonLink>
        <ButtonLink to={paths.courses} variant="secondary">
          Browse Courses
        </ButtonLink>
        <Button variant="quiet" onClick={() => sessionStore().getState().signOut()}>
          Sign out
        </Button>
      </div>
    </>
  )
}
