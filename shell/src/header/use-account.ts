import { announce } from '@site/shared/announce'
import { sessionStore, useSession } from '@site/shared/session'

/** What the way to the account is called for the visitor who is signed in, `undefined` for nobody (R120). */
export function useAccountName(): string | undefined {
  return useSession(({ token, user }) => token && (user ? `${user.firstName}’s account` : 'Your account'))
}

/** Signs the visitor out (R121, D-31). */
export function signOut(): void {
  sessionStore().getState().signOut()
  announce('You are signed out.')
}
