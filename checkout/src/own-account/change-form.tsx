import type { FieldRule } from '@site/shared/form'
import { Button } from '@site/shared/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Alert } from '../form/alert'
import { AllRequired } from '../form/all-required'
import { BusyButton } from '../form/busy-button'
import { useForm } from '../form/use-form'
import type { Outcome } from '../http/ask'
import classes from './account-page.module.css'

type Field<Name extends string> = ReturnType<typeof useForm<Name, Outcome<unknown>>>['field']
type Props<Name extends string, Value> = {
  id: string
  title: string
  submit: string
  busy: string
  rules: Readonly<Record<Name, FieldRule>>
  initial: Readonly<Record<Name, string>>
  send: (values: Readonly<Record<Name, string>>) => Promise<Outcome<Value>>
  /** Returns what the visitor reads then, if anything. */
  onDone: (value: Value) => string | undefined
  fields: (field: Field<Name>) => ReactNode
  note?: ReactNode
}

export function ChangeForm<Name extends string, Value>({ onDone, ...props }: Props<Name, Value>) {
  const [isOpen, setIsOpen] = useState(false)
  const [done, setDone] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  // The focus returns to the opening button.
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  function handleDone(value: Value) {
    setIsOpen(false)
    setDone(onDone(value) ?? '')
  }

  return (
    <div className={classes.change}>
      {isOpen ? (
        <OpenForm {...props} onDone={handleDone} onCancel={() => setIsOpen(false)} />
      ) : (
        <Button
          ref={opener}
          variant="secondary"
          size="small"
          aria-expanded={false}
          onClick={() => {
            setDone('')
            setIsOpen(true)
          }}
        >
          {props.title}
        </Button>
      )}
      <p className={classes.done} role="status">
        {done}
      </p>
    </div>
  )
}

type OpenProps<Name extends string, Value> = Omit<Props<Name, Value>, 'onDone'> & {
  onDone: (value: Value) => void
  onCancel: () => void
}

function OpenForm<Name extends string, Value>(props: OpenProps<Name, Value>) {
  const { id, title, submit, busy, rules, initial, send, fields, note, onDone, onCancel } = props
  const element = useRef<HTMLFormElement>(null)
  const { state, action, field, problems } = useForm(id, rules, initial, send, ({ value }, isHere) => {
    if (isHere) onDone(value)
  })
  useEffect(() => element.current?.querySelector('input')?.focus(), [])

  return (
    <form className={classes.form} ref={element} action={action} aria-label={title} noValidate>
      {state.message && (
        <Alert occasion={state} problems={problems}>
          {state.message}
        </Alert>
      )}
      {note}
      <AllRequired fields={rules} />
      {fields(field)}
      <p className={classes.actions}>
        <BusyButton type="submit" busy={state.isBusy ? busy : undefined}>
          {submit}
        </BusyButton>
        <Button variant="quiet" onClick={onCancel} disabled={state.isBusy}>
          Cancel
        </Button>
      </p>
    </form>
  )
}
