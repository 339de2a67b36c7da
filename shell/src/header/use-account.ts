import { announce } from '@site/shared/announce'
import { sessionStore, useSession } from '@site/shared/session'

/** First name of the visitor who is signed in, empty when it is not known, `undefined` for nobody (R120). */
export function useSignedInAs(): string | undefined {
  return useSession(({ token, user }) => (token === undefined ? undefined : (user?.firstName ?? '')))
}

/** Signs the visitor out (R121, D-31). */
export function signOut(): void {
  sessionStore().getState().signOut()
  announce('You are signed out.')
}
