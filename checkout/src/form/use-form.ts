import { type FieldErrors, type FieldRule, validateFields } from '@site/shared/form'
import { useEffect, useRef, useState } from 'react'
import type { Problem } from './alert'

type Values<Name extends string> = Readonly<Record<Name, string>>
type Refused = { ok: false; message: string }

type FormState<Name extends string> = {
  isBusy: boolean
  values: Values<Name>
  errors: FieldErrors<Name>
  /** Empty unless something is wrong. */
  message: string
}

/**
 * `action` is a form action: React replays a submit made before hydration. It does not wait for the server, because
 * React holds back navigation during a waiting action.
 */
export function useForm<Name extends string, Outcome extends { ok: true } | Refused>(
  id: string,
  rules: Readonly<Record<Name, FieldRule>>,
  initial: Values<Name>,
  send: (values: Values<Name>) => Promise<Outcome>,
  /** A form that stays calls `reopen`. */
  onDone: (outcome: Exclude<Outcome, Refused>, isHere: boolean, reopen: () => void) => void,
) {
  const isWaiting = useRef(false)
  const isHere = useRef(true)
  const [state, setState] = useState<FormState<Name>>({ isBusy: false, values: initial, errors: {}, message: '' })

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  function action(data: FormData) {
    if (isWaiting.current) return
    const values = readValues(initial, data)
    const errors = validateFields(rules, values)
    const isBusy = Object.keys(errors).length === 0
    // React resets a form after its action, so the values go back into the fields.
    setState({ isBusy, values, errors, message: isBusy ? '' : 'There is a problem' })
    if (isBusy) void ask(values)
  }

  async function ask(values: Values<Name>) {
    isWaiting.current = true
    const outcome = await send(values)
    isWaiting.current = false
    const reopen = (message = '') => setState({ isBusy: false, values, errors: {}, message })
    if (isRefused(outcome)) return reopen(outcome.message)
    onDone(outcome as Exclude<Outcome, Refused>, isHere.current, reopen)
  }

  const idOf = (name: Name) => `${id}-${name}`
  const problems: Problem[] = []
  for (const name in rules) {
    const message = state.errors[name]
    if (message) problems.push({ fieldId: idOf(name), message })
  }
  const field = (name: Name) => ({
    id: idOf(name),
    name,
    label: rules[name].label,
    required: rules[name].isRequired,
    defaultValue: state.values[name],
    error: state.errors[name],
  })
  return { state, action, field, problems }
}

function isRefused(outcome: { ok: true } | Refused): outcome is Refused {
  return !outcome.ok
}

/** White space around a name or an address is not part of it; in a password it may be. */
function readValues<Name extends string>(initial: Values<Name>, data: FormData): Values<Name> {
  const values = { ...initial }
  for (const name in initial) {
    const text = String(data.get(name) ?? '')
    Object.assign(values, { [name]: /password$/i.test(name) ? text : text.trim() })
  }
  return values
}
