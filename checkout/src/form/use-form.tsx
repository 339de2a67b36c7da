import { type FieldErrors, type FieldRule, validateFields } from '@site/shared/form'
import { useEffect, useRef, useState } from 'react'
import type { Outcome } from '../http/post-json'
import { Alert } from './alert'
import classes from './text-field.module.css'

type Values<Name extends string> = Readonly<Record<Name, string>>

type FormState<Name extends string> = {
  isBusy: boolean
  values: Partial<Values<Name>>
  errors: FieldErrors<Name>
  /** Empty unless something is wrong. */
  message: string
}

/**
 * `action` is a form action: React replays a submit made before hydration. It does not wait for the server, because
 * React holds back navigation during a waiting action.
 */
export function useForm<Name extends string, Value>(
  id: string,
  rules: Readonly<Record<Name, FieldRule>>,
  send: (values: Values<Name>) => Promise<Outcome<Value>>,
  /** A form that stays calls `reopen`. */
  onDone: (value: Value, isHere: boolean, reopen: () => void) => void,
  initial: Partial<Values<Name>> = {},
) {
  const isWaiting = useRef(false)
  const isHere = useRef(true)
  const [state, setState] = useState<FormState<Name>>({ isBusy: false, values: initial, errors: {}, message: '' })
  const names = Object.keys(rules) as Name[]

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  function action(data: FormData) {
    if (isWaiting.current) return
    const values = Object.fromEntries(names.map((name) => [name, readValue(name, data)])) as Values<Name>
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
    if (outcome.ok) onDone(outcome.value, isHere.current, reopen)
    else reopen(outcome.message)
  }

  const field = (name: Name) => ({
    id: `${id}-${name}`,
    name,
    label: rules[name].label,
    required: rules[name].isRequired,
    defaultValue: state.values[name] ?? '',
    error: state.errors[name],
  })
  const problems = names.map(field).flatMap(({ id, error }) => (error ? [{ fieldId: id, message: error }] : []))
  const alert = state.message && (
    <Alert occasion={state} problems={problems}>
      {state.message}
    </Alert>
  )
  // WCAG 3.3.2.
  const allRequired = names.length > 1 && <p className={classes.note}>All fields are required.</p>
  return { isBusy: state.isBusy, alert, allRequired, action, field }
}

/** White space around a name or an address is not part of it; in a password it may be. */
function readValue(name: string, data: FormData): string {
  const text = String(data.get(name) ?? '')
  return /password$/i.test(name) ? text : text.trim()
}
