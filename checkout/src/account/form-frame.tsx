import { company } from '@site/shared/company'
import { PageHead } from '@site/shared/page-head'
import type { ReactNode } from 'react'
import { Alert, type Problem } from '../form/alert'
import { AllRequired } from '../form/all-required'
import { BusyButton } from '../form/busy-button'
import type { FormState } from '../form/use-form'
import classes from './form-frame.module.css'

type Props = {
  title: string
  description: string
  path: string
  note: ReactNode
  button: string
  busyButton: string
  form: FormState<string>
  problems: readonly Problem[]
  action: (data: FormData) => void
  footer: ReactNode
  children: ReactNode
}

export function FormFrame({ title, description, path, note, button, busyButton, footer, children, ...rest }: Props) {
  const { form, problems, action } = rest
  const isBusy = form.state === 'busy'
  const hasError = form.state === 'invalid' || form.state === 'refused'
  return (
    <>
      <PageHead title={hasError ? `Error: ${title}` : title} description={description} path={path} noindex />
      <div className={classes.page}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.note}>{note}</p>
        <AllRequired fields={form.values} />
        <noscript>
          <p className={classes.note}>{`This form needs JavaScript. You can also call ${company.phone.display}.`}</p>
        </noscript>
        {hasError && (
          <Alert occasion={form} problems={problems}>
            {form.state === 'refused' ? form.message : 'There is a problem'}
          </Alert>
        )}
        <form className={classes.form} action={action} aria-label={title} noValidate>
          {children}
          <BusyButton type="submit" className={classes.submit} busy={isBusy ? busyButton : undefined}>
            {button}
          </BusyButton>
        </form>
        <div className={classes.footer}>{footer}</div>
      </div>
    </>
  )
}
