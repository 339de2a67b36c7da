import { company } from '@site/shared/company'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { isAuthenticated, sessionStore, useSession } from '@site/shared/session'
import { Button, ButtonLink } from '@site/shared/ui'
import type { ReactNode } from 'react'
import { Alert, type Problem } from '../form/alert'
import { AllRequired } from '../form/all-required'
import { BusyButton } from '../form/busy-button'
import type { FormState } from '../form/use-form'
import classes from './form-frame.module.css'

type Props = {
  title: string
  description: string
  path: string
  note: ReactNode
  button: string
  busyButton: string
  form: FormState<string>
  problems: readonly Problem[]
  action: (data: FormData) => void
  footer: ReactNode
  children: ReactNode
  /** In its place, a visitor who is signed in reads so. */
  isForVisitors?: boolean
}

export function FormFrame({
  title,
  description,
  path,
  note,
  button,
  busyButton,
  footer,
  children,
  isForVisitors = false,
  ...rest
}: Props) {
  const { form, problems, action } = rest
  const isBusy = form.state === 'busy'
  const isSignedIn = useSession(isAuthenticated)
  const hasError = form.state === 'invalid' || form.state === 'refused'
  return (
    <>
      <PageHead title={hasError ? `Error: ${title}` : title} description={description} path={path} noindex />
      <div className={classes.page}>
        <h1 className={classes.title}>{title}</h1>
        {isForVisitors && isSignedIn && !isBusy ? (
          <SignedIn />
        ) : (
          <>
            <p className={classes.note}>{note}</p>
            <AllRequired fields={form.values} />
            <noscript>
              <p
                className={classes.note}
              >{`This form needs JavaScript. You can also call ${company.phone.display}.`}</p>
            </noscript>
            {hasError && (
              <Alert occasion={form} problems={problems}>
                {form.state === 'refused' ? form.message : 'There is a problem'}
              </Alert>
            )}
            <form className={classes.form} action={action} aria-label={title} noValidate>
              {children}
              <BusyButton type="submit" className={classes.submit} busy={isBusy ? busyButton : undefined}>
                {button}
              </BusyButton>
            </form>
            <div className={classes.footer}>{footer}</div>
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
