import { type FieldErrors, type FieldRule, validateFields } from '@site/shared/form'
import { useEffect, useRef, useState } from 'react'
import type { Problem } from './alert'

type Values<Name extends string> = Readonly<Record<Name, string>>
type Refused = { ok: false; message: string }
export type FormOutcome = { ok: true } | Refused

export type FormState<Name extends string> = {
  state: 'new' | 'invalid' | 'busy' | 'refused'
  values: Values<Name>
  errors: FieldErrors<Name>
  message: string
}

/**
 * `action` is a form action: React replays a submit made before hydration. It does not wait for the server, because
 * React holds back navigation during a waiting action.
 */
export function useForm<Name extends string, Outcome extends FormOutcome>(
  rules: Readonly<Record<Name, FieldRule>>,
  initial: Values<Name>,
  send: (values: Values<Name>) => Promise<Outcome>,
  /** A form that stays calls `reopen`. */
  onDone: (outcome: Exclude<Outcome, Refused>, isHere: boolean, reopen: () => void) => void,
) {
  const isWaiting = useRef(false)
  const isHere = useRef(true)
  const [form, setForm] = useState<FormState<Name>>({ state: 'new', values: initial, errors: {}, message: '' })

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
    const isValid = Object.keys(errors).length === 0
    // React resets a form after its action, so the values go back into the fields.
    setForm({ state: isValid ? 'busy' : 'invalid', values, errors, message: '' })
    if (isValid) void ask(values)
  }

  async function ask(values: Values<Name>) {
    isWaiting.current = true
    const outcome = await send(values)
    isWaiting.current = false
    if (isRefused(outcome)) return setForm({ state: 'refused', values, errors: {}, message: outcome.message })
    onDone(outcome as Exclude<Outcome, Refused>, isHere.current, () =>
      setForm({ state: 'new', values, errors: {}, message: '' }),
    )
  }

  return { form, action }
}

function isRefused(outcome: FormOutcome): outcome is Refused {
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

export function fieldsOf<Name extends string>(
  prefix: string,
  rules: Readonly<Record<Name, FieldRule>>,
  { values, errors }: FormState<Name>,
) {
  const idOf = (name: Name) => `${prefix}-${name}`
  const problems: Problem[] = []
  for (const name in rules) {
    const message = errors[name]
    if (message) problems.push({ fieldId: idOf(name), message })
  }
  const field = (name: Name) => ({
    id: idOf(name),
    name,
    label: rules[name].label,
    required: rules[name].isRequired,
    defaultValue: values[name],
    error: errors[name],
  })
  return { field, problems }
}
