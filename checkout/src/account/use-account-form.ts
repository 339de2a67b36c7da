import type { FieldRule } from '@site/shared/form'
import { useNavigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { sessionStore } from '@site/shared/session'
import { useForm } from '../form/use-form'
import type { SessionOutcome } from './request-session'

/**
 * Keeps the session and goes to the checkout in place of the form (R113, R115, D-29). Stays busy until the checkout
 * is shown.
 */
export function useAccountForm<Name extends string>(
  rules: Readonly<Record<Name, FieldRule>>,
  empty: Readonly<Record<Name, string>>,
  request: (values: Readonly<Record<Name, string>>) => Promise<SessionOutcome>,
) {
  const navigate = useNavigate()
  return useForm(rules, empty, request, ({ signedIn }, isHere) => {
    sessionStore().getState().signIn(signedIn)
    // A visitor who has gone elsewhere stays there.
    if (isHere) navigate(paths.checkout, { replace: true })
  })
}
