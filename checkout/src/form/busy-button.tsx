import { Button, Spinner } from '@site/shared/ui'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<typeof Button>, 'aria-label'> & {
  busy: string | undefined
}

export function BusyButton({ busy, disabled, children, ...props }: Props) {
  // A status inside gives a button no name (WCAG 4.1.2).
  return (
    <Button {...props} disabled={busy !== undefined || disabled} aria-label={busy}>
      {busy === undefined ? children : <Spinner label={busy} />}
    </Button>
  )
}
