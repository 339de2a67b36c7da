import { company } from '@site/shared/company'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { Button, ButtonLink, Spinner } from '@site/shared/ui'
import type { ReactNode } from 'react'
import { Alert } from '../form/alert'
import type { Outcome } from '../http/post-json'
import classes from './own-account.module.css'

type Props = {
  outcome: Exclude<Outcome<unknown>, { ok: true }> | undefined
  what: string
  signedOutNote?: ReactNode
  onRetry: () => void
}

export function NotHere({ outcome, what, signedOutNote, onRetry }: Props) {
  if (outcome?.reason === 'signed_out') {
    return (
      <div className={classes.place}>
        <p role="status">You are not signed in.</p>
        {signedOutNote && <p>{signedOutNote}</p>}
        <p className={classes.actions}>
          <ButtonLink to={paths.signIn}>Sign in</ButtonLink>
          <ButtonLink to={paths.signUp} variant="secondary">
            Create account
          </ButtonLink>
        </p>
        <p>
          <Link to={paths.reset}>Forgotten your password?</Link>
        </p>
      </div>
    )
  }
  if (outcome) {
    return (
      <div className={classes.place}>
        <Alert occasion={outcome}>{outcome.message}</Alert>
        <p className={classes.actions}>
          <Button variant="secondary" onClick={onRetry}>
            Try again
          </Button>
        </p>
      </div>
    )
  }
  return (
    <div className={classes.place}>
      <Spinner label={`Loading ${what}…`} />
      <noscript>
        <p>{`This page needs JavaScript. You can also call ${company.phone.display} or write to ${company.email}.`}</p>
      </noscript>
    </div>
  )
}
