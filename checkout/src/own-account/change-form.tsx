import type { FieldRule } from '@site/shared/form'
import { Button } from '@site/shared/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BusyButton } from '../form/busy-button'
import { useForm } from '../form/use-form'
import type { Outcome } from '../http/post-json'
import classes from './account-page.module.css'

type Field<Name extends string> = ReturnType<typeof useForm<Name, unknown>>['field']
type Props<Name extends string, Value> = {
  id: string
  title: string
  submit: string
  busy: string
  rules: Readonly<Record<Name, FieldRule>>
  initial?: Readonly<Record<Name, string>>
  send: (values: Readonly<Record<Name, string>>) => Promise<Outcome<Value>>
  onDone?: (value: Value) => void
  /** The visitor reads it when the change is made. */
  said?: string
  fields: (field: Field<Name>) => ReactNode
  note?: ReactNode
}

export function ChangeForm<Name extends string, Value>({ onDone, said = '', ...props }: Props<Name, Value>) {
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
    setDone(said)
    onDone?.(value)
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

type OpenProps<Name extends string, Value> = Omit<Props<Name, Value>, 'onDone' | 'said'> & {
  onDone: (value: Value) => void
  onCancel: () => void
}

function OpenForm<Name extends string, Value>(props: OpenProps<Name, Value>) {
  const { id, title, submit, busy, rules, initial, send, fields, note, onDone, onCancel } = props
  const element = useRef<HTMLFormElement>(null)
  const handleDone = (value: Value, isHere: boolean) => {
    if (isHere) onDone(value)
  }
  const { isBusy, alert, action, field, allRequired } = useForm(id, rules, send, handleDone, initial)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])

  return (
    <form className={classes.form} ref={element} action={action} aria-label={title} noValidate>
      {alert}
      {note}
      {allRequired}
      {fields(field)}
      <p className={classes.actions}>
        <BusyButton type="submit" busy={isBusy ? busy : undefined}>
          {submit}
        </BusyButton>
        <Button variant="quiet" onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
      </p>
    </form>
  )
}
