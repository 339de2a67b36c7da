import { announce } from '@site/shared/announce'
import { paths } from '@site/shared/paths'
import { sessionStore, useSession } from '@site/shared/session'
import type { NavLink } from './nav-entries'

const toSignIn: readonly NavLink[] = [
  { label: 'Sign in', to: paths.signIn },
  { label: 'Create account', to: paths.signUp },
]

export function useAccountLinks(): readonly NavLink[] {
  const label = useSession(({ token, user }) => token && (user ? `${user.firstName}’s account` : 'Your account'))
  return label ? [{ label, to: paths.account }] : toSignIn
}

export function signOut(): void {
  sessionStore().getState().signOut()
  announce('You are signed out.')
}
