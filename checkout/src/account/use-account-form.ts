import type { FieldRule } from '@site/shared/form'
import { useNavigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { parseSignedIn, sessionStore } from '@site/shared/session'
import { useForm } from '../form/use-form'
import { ask } from '../http/ask'

export const signInRules = {
  email: { label: 'Email', isRequired: true, isEmail: true },
  password: { label: 'Password', isRequired: true },
}

/** Password rules are the server's (D-30). */
export const signUpRules = {
  firstName: { label: 'First Name', isRequired: true },
  lastName: { label: 'Last Name', isRequired: true },
  ...signInRules,
}

/**
 * Calls this origin, whatever the base of the payment calls is (R116, R186), and prefers the server's message (R118).
 * Keeps the session and goes to the checkout in place of the form (R113, R115, D-29). Stays busy until the checkout
 * is shown.
 */
export function useAccountForm<Name extends string>(
  id: string,
  rules: Readonly<Record<Name, FieldRule>>,
  empty: Readonly<Record<Name, string>>,
  call: 'login' | 'register',
  failure: string,
) {
  const navigate = useNavigate()
  return useForm(
    id,
    rules,
    empty,
    (values) => ask(`/api/auth/${call}`, values, parseSignedIn, { failure }),
    ({ value }, isHere) => {
      sessionStore().getState().signIn(value)
      // A visitor who has gone elsewhere stays there.
      if (isHere) navigate(paths.checkout, { replace: true })
    },
  )
}
