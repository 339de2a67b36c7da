import type { FieldRule } from '@site/shared/form'
import { useNavigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { parseSignedIn, type SignedIn, sessionStore } from '@site/shared/session'
import { useForm } from '../form/use-form'
import { postJson } from '../http/post-json'

export const signInRules = {
  email: { label: 'Email', isRequired: true, isEmail: true },
  password: { label: 'Password', isRequired: true },
} satisfies Record<string, FieldRule>

/** Password rules are the server's (D-30). */
export const signUpRules = {
  firstName: { label: 'First Name', isRequired: true },
  lastName: { label: 'Last Name', isRequired: true },
  ...signInRules,
} satisfies Record<string, FieldRule>

const TIMEOUT_MS = 15_000

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

type SessionOutcome = { ok: true; signedIn: SignedIn } | { ok: false; message: string }

/** On this origin, whatever the base of the payment calls is (R116, R186). */
export function requestSignIn(body: Record<'email' | 'password', string>): Promise<SessionOutcome> {
  return requestSession('/api/auth/login', body, 'Login failed')
}

export function requestSignUp(
  body: Record<'firstName' | 'lastName' | 'email' | 'password', string>,
): Promise<SessionOutcome> {
  return requestSession('/api/auth/register', body, 'Registration failed')
}

/** The server's message is preferred (R118). */
async function requestSession(address: string, body: object, failure: string): Promise<SessionOutcome> {
  const result = await postJson(address, body, TIMEOUT_MS)
  if (result.kind === 'refused') return { ok: false, message: result.message ?? failure }
  const signedIn = result.kind === 'ok' ? parseSignedIn(result.body) : undefined
  return signedIn ? { ok: true, signedIn } : { ok: false, message: failure }
}
