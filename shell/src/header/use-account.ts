import { announce } from '@site/shared/announce'
import { paths } from '@site/shared/paths'
import { sessionStore, useSession } from '@site/shared/session'
import type { MenuLink } from '@site/shared/site-config'

const toSignIn: readonly MenuLink[] = [
  { label: 'Sign in', to: paths.signIn },
  { label: 'Create account', to: paths.signUp },
]

export function useAccountLinks(): readonly MenuLink[] {
  const label = useSession(({ token, user }) => token && (user ? `${user.firstName}’s account` : 'Your account'))
  return label ? [{ label, to: paths.account }] : toSignIn
}

export function signOut(): void {
  sessionStore().getState().signOut()
  announce('You are signed out.')
}
