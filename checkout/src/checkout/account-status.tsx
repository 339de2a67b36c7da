import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { isAuthenticated, sessionStore, useSession } from '@site/shared/session'
import { Button } from '@site/shared/ui'
import classes from './account-status.module.css'

export function AccountStatus() {
  const isSignedIn = useSession(isAuthenticated)
  const user = useSession((session) => session.user)
  if (!isSignedIn) {
    return (
      <p className={classes.status}>
        Already have an account? <Link to={paths.signIn}>Sign in</Link>
      </p>
    )
  }
  return (
    <p className={classes.status}>
      {user ? `Signed in as ${user.firstName} ${user.lastName}` : 'Signed in'}
      <Button variant="quiet" size="small" onClick={() => sessionStore().getState().signOut()}>
        Sign out
      </Button>
    </p>
  )
}
