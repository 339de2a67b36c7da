import type { FieldRule } from '@site/shared/form'
import { useNavigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { sessionStore } from '@site/shared/session'
import { useForm } from '../form/use-form'
import type { SessionOutcome } from './request-session'

/**
 * Sign-in and registration are one form with other fields: ask the server, keep the session and go to the checkout in place of
 * the form (R113, R115, D-29). It stays busy until the checkout is shown, so that nobody is offered a second sign-in meanwhile.
 */
export function useAccountForm<Name extends string>(
  rules: Readonly<Record<Name, FieldRule>>,
  empty: Readonly<Record<Name, string>>,
  request: (values: Readonly<Record<Name, string>>) => Promise<SessionOutcome>,
) {
  const navigate = useNavigate()
  return useForm(rules, empty, request, ({ signedIn }, isHere) => {
    sessionStore().getState().signIn(signedIn)
    // A visitor who has gone elsewhere meanwhile stays there.
    if (isHere) navigate(paths.checkout, { replace: true })
  })
}
