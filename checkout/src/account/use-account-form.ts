import type { FieldRule } from '@site/shared/form'
import { useNavigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { parseSignedIn, sessionStore } from '@site/shared/session'
import { useForm } from '../form/use-form'
import { ask } from '../http/post-json'

/**
 * Calls this origin, whatever the base of the payment calls is (R116, R186), and prefers the server's message (R118).
 * Keeps the session and goes to the checkout in place of the form (R113, R115, D-29). Stays busy until the checkout
 * is shown.
 */
export function useAccountForm<Name extends string>(
  id: string,
  rules: Readonly<Record<Name, FieldRule>>,
  call: 'login' | 'register',
  failure: string,
) {
  const navigate = useNavigate()
  return useForm(
    id,
    rules,
    (values) => ask(`/api/auth/${call}`, values, parseSignedIn, { failure }),
    (signedIn) => {
      sessionStore().getState().signIn(signedIn)
      navigate(paths.checkout, { replace: true })
    },
  )
}
