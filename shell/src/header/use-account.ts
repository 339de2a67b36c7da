import { announce } from '@site/shared/announce'
import { paths } from '@site/shared/paths'
import { sessionStore, useSession } from '@site/shared/session'
import type { NavLink } from './nav-entries'

const toSignIn: readonly NavLink[] = [
  { label: 'Sign in', to: paths.signIn },
  { label: 'Create account', to: paths.signUp },
]

/** The ways to the account (D-31): one for a visitor who is signed in (R120, R194), two for anybody else. */
export function useAccountLinks(): readonly NavLink[] {
  const label = useSession(({ token, user }) => token && (user ? `${user.firstName}’s account` : 'Your account'))
  return label ? [{ label, to: paths.account }] : toSignIn
}

/** Signs the visitor out (R121, D-31). */
export function signOut(): void {
  sessionStore().getState().signOut()
  announce('You are signed out.')
}
