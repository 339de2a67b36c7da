import { type FieldErrors, type FieldRule, validateFields } from '@site/shared/form'
import { useNavigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { sessionStore } from '@site/shared/session'
import { useEffect, useRef, useState } from 'react'
import type { SessionOutcome } from './request-session'

type Values<Name extends string> = Readonly<Record<Name, string>>

export type AccountFormState<Name extends string> = {
  /** `busy` lasts until the checkout is shown, so that nobody is offered a second sign-in meanwhile. */
  state: 'new' | 'invalid' | 'busy' | 'refused'
  values: Values<Name>
  errors: FieldErrors<Name>
  /** What the server said, if it refused. */
  message: string
}

/**
 * Sign-in and registration are one form with other fields: check, ask the server, keep the session and
 * go to the checkout in place of the form (R113, R115, D-29). `action` is a form action, so that React
 * replays a submit made before the page was interactive. It does not wait for the server: while a
 * waiting action is under way React holds back navigation too.
 */
export function useAccountForm<Name extends string>(
  rules: Readonly<Record<Name, FieldRule>>,
  empty: Values<Name>,
  request: (values: Values<Name>) => Promise<SessionOutcome>,
) {
  const navigate = useNavigate()
  const isWaiting = useRef(false)
  const isHere = useRef(true)
  const [form, setForm] = useState<AccountFormState<Name>>({ state: 'new', values: empty, errors: {}, message: '' })

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  function action(data: FormData) {
    if (isWaiting.current) return
    const values = readValues(empty, data)
    const errors = validateFields(rules, values)
    const isValid = Object.keys(errors).length === 0
    // The values go back into the fields, because React resets a form after its action.
    setForm({ state: isValid ? 'busy' : 'invalid', values, errors, message: '' })
    if (isValid) void ask(values)
  }

  async function ask(values: Values<Name>) {
    isWaiting.current = true
    const outcome = await request(values)
    isWaiting.current = false
    if (!outcome.ok) return setForm({ state: 'refused', values, errors: {}, message: outcome.message })
    sessionStore().getState().signIn(outcome.signedIn)
    // A visitor who has gone elsewhere meanwhile stays there.
    if (isHere.current) navigate(paths.checkout, { replace: true })
  }

  return { form, action }
}

/** What was typed. White space around a name or an address is not part of it; in a password it may be. */
function readValues<Name extends string>(empty: Values<Name>, data: FormData): Values<Name> {
  const values = { ...empty }
  for (const name in empty) {
    const text = String(data.get(name) ?? '')
    Object.assign(values, { [name]: name === 'password' ? text : text.trim() })
  }
  return values
}
